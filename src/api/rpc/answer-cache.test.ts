import { describe, expect, test } from 'vitest';
import type { Clock } from '../../ports/clock.ts';
import { createAnswerCache } from './answer-cache.ts';

const AGE_MS_MAX = 100;
const QUESTIONS_MAX = 64;

/** Creates a cache with a fake clock. Each new response contains the number of writes so far. */
function fixture() {
	let now = 1_000;
	const clock: Pick<Clock, 'monotonic'> = { monotonic: () => now };
	const pass = (ms: number): void => {
		now += ms;
	};
	const kept = createAnswerCache(clock as Clock, AGE_MS_MAX, QUESTIONS_MAX);
	let count = 0;
	const write = async () => {
		count += 1;
		return `answer ${count}`;
	};
	const ask = async (question: string, version: number, by = write) =>
		Buffer.from(await kept.get(question, version, by)).toString('utf8');
	return { kept, ask, written: () => count, pass };
}

describe('a cached answer', () => {
	test('is served while the book is unchanged and it is younger than the maximum age', async () => {
		const { ask, pass } = fixture();
		expect(await ask('q', 1)).toBe('answer 1');
		pass(AGE_MS_MAX - 1);
		expect(await ask('q', 1)).toBe('answer 1');
		pass(1);
		expect(await ask('q', 1)).toBe('answer 2');
		pass(AGE_MS_MAX - 1);
		expect(await ask('q', 1)).toBe('answer 2');
	});

	test('is rewritten once the book has changed, but not within 1 ms', async () => {
		const { ask, pass } = fixture();
		expect(await ask('q', 1)).toBe('answer 1');
		pass(0.999);
		expect(await ask('q', 2)).toBe('answer 1');
		pass(0.001);
		expect(await ask('q', 2)).toBe('answer 2');
		pass(1);
		// A lower version also counts as a change.
		expect(await ask('q', 1)).toBe('answer 3');
	});

	test('belongs to one question', async () => {
		const { ask } = fixture();
		expect([await ask('q', 1), await ask('r', 1), await ask('q', 1), await ask('r', 1)]).toEqual([
			'answer 1',
			'answer 2',
			'answer 1',
			'answer 2',
		]);
	});

	test('is shared by concurrent callers, and its age counts from the start of writing', async () => {
		const { ask, pass } = fixture();
		let finish = (_text: string): void => {};
		const slow = () =>
			new Promise<string>((resolve) => {
				finish = resolve;
			});
		const first = ask('q', 1, slow);
		pass(60);
		const second = ask('q', 2);
		const other = await ask('r', 2);
		finish('slow');
		expect([await first, await second, other]).toEqual(['slow', 'slow', 'answer 1']);
		pass(39);
		expect(await ask('q', 1)).toBe('slow');
		pass(1);
		expect(await ask('q', 1)).toBe('answer 2');
	});

	test('is not cached when writing fails: all waiting callers get the error, and the next call writes again', async () => {
		const { ask } = fixture();
		let fail = (_error: Error): void => {};
		const failing = () =>
			new Promise<string>((_resolve, reject) => {
				fail = reject;
			});
		const asked = [ask('q', 1, failing), ask('q', 1)];
		fail(new Error('No book.'));
		expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(await ask('q', 1)).toBe('answer 1');
		const throwing = () => {
			throw new Error('At once.');
		};
		await expect(ask('r', 1, throwing)).rejects.toThrow('At once.');
		expect(await ask('r', 1)).toBe('answer 2');
	});

	test('is still served after a failed rewrite while it is valid', async () => {
		const { ask, pass } = fixture();
		expect(await ask('q', 1)).toBe('answer 1');
		pass(1);
		await expect(ask('q', 2, () => Promise.reject(new Error('No book.')))).rejects.toThrow('No book.');
		expect(await ask('q', 1)).toBe('answer 1');
	});

	test('is evicted when it is the oldest and the cache is full', async () => {
		const { ask, written } = fixture();
		for (let index = 0; index < QUESTIONS_MAX; index += 1) await ask(`q${index}`, 1);
		await ask('q0', 1);
		expect(written()).toBe(64);
		await ask('q64', 1);
		await ask('q1', 1);
		expect(written()).toBe(65);
		await ask('q0', 1);
		expect(written()).toBe(66);
	});

	test('is UTF-8', async () => {
		const { kept } = fixture();
		expect([...(await kept.get('q', 1, async () => 'é€'))]).toEqual([0xc3, 0xa9, 0xe2, 0x82, 0xac]);
	});
});
