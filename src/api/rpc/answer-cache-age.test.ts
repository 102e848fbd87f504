import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { createAnswerCache } from './answer-cache.ts';

const AGE_MS_MAX = 200;
const QUESTIONS_MAX = 64;
/** Cache hits after which a response counts as frequently requested. */
const OFTEN = 8;

function fixture() {
	const clock = createVirtualClock(0);
	const kept = createAnswerCache(clock, AGE_MS_MAX, QUESTIONS_MAX);
	let written = 0;
	const pass = async (ms: number): Promise<void> => {
		const until = clock.now() + ms;
		clock.after(ms, () => {});
		while (await clock.advance(until));
	};
	/** Requests the response, which contains the number of writes so far. Each write takes `writingMs`. */
	async function ask(version: number, writingMs = 0): Promise<string> {
		const bytes = kept.get('question', version, async () => {
			await pass(writingMs);
			written += 1;
			return String(written);
		});
		return Buffer.from(await bytes).toString();
	}
	/** Requests a response whose writing ends when the test calls `write` or `fail`. */
	function begin(version: number) {
		let end: { readonly write: (text: string) => void; readonly fail: (error: Error) => void } | undefined;
		const bytes = kept.get(
			'question',
			version,
			() =>
				new Promise((write, fail) => {
					end = { write, fail };
				}),
		);
		return {
			answer: Promise.resolve(bytes).then((found) => Buffer.from(found).toString()),
			async write(text: string) {
				end?.write(text);
				await pass(0);
			},
			async fail() {
				end?.fail(new Error('No book.'));
			},
		};
	}
	return { ask, begin, pass };
}

test('serves an answer up to its maximum age while nothing changes', async () => {
	const { ask, pass } = fixture();
	expect(await ask(1)).toBe('1');
	await pass(AGE_MS_MAX - 1);
	expect(await ask(1)).toBe('1');
	await pass(1);
	expect(await ask(1)).toBe('2');
});

test('serves an answer for 1 ms despite changes', async () => {
	const { ask, pass } = fixture();
	expect(await ask(1)).toBe('1');
	expect(await ask(2)).toBe('1');
	await pass(1);
	expect(await ask(2)).toBe('2');
});

test('serves an answer for 49 times its writing time despite changes', async () => {
	const { ask, pass } = fixture();
	expect(await ask(1, 3)).toBe('1');
	await pass(146);
	expect(await ask(2, 3)).toBe('1');
	await pass(1);
	expect(await ask(3, 3)).toBe('2');
});

describe('a frequently requested answer', () => {
	/** Creates a fixture with a frequently requested response for version 1. */
	async function busyFixture(writingMs: number) {
		const fixtureOf = fixture();
		for (let count = 0; count <= OFTEN; count += 1) expect(await fixtureOf.ask(1, writingMs)).toBe('1');
		return fixtureOf;
	}

	test('is served while the next one is written', async () => {
		const { begin, pass } = await busyFixture(1);
		await pass(60);
		const next = begin(2);
		expect(await next.answer).toBe('1');
		expect(await begin(2).answer).toBe('1');
		await next.write('new');
		expect(await begin(2).answer).toBe('new');
	});

	test('is rewritten before its maximum age although nothing changed', async () => {
		const { begin, pass } = await busyFixture(20);
		// A rewrite is due at an age of 140 ms: the maximum age of 200 ms less three writing times of 20 ms. The age
		// counts from the start of the first write, so 120 ms remain after it.
		await pass(119);
		expect(await begin(1).answer).toBe('1');
		await pass(1);
		const next = begin(1);
		expect(await next.answer).toBe('1');
		await next.write('new');
		expect(await begin(1).answer).toBe('new');
	});

	test('is not served beyond its maximum age, and a failed rewrite fails only the callers that wait then', async () => {
		const { begin, ask, pass } = await busyFixture(1);
		await pass(150);
		const next = begin(2);
		expect(await next.answer).toBe('1');
		await pass(49);
		const late = begin(2);
		await next.fail();
		await expect(late.answer).rejects.toThrow('No book.');
		expect(await ask(2)).toBe('2');
	});
});

test('serves no answer beyond its maximum age, however long writing took', async () => {
	const { ask, pass } = fixture();
	expect(await ask(1, 150)).toBe('1');
	await pass(49);
	expect(await ask(2)).toBe('1');
	await pass(1);
	expect(await ask(2)).toBe('2');
});
