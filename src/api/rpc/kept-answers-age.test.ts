import { expect, test } from 'vitest';
import { createVirtualClock } from '../../../test/support/virtual-clock.ts';
import { createKeptAnswers } from './kept-answers.ts';

const AGE_MS_MAX = 200;

function stage() {
	const clock = createVirtualClock(0);
	const kept = createKeptAnswers(clock, AGE_MS_MAX);
	let written = 0;
	const pass = async (ms: number): Promise<void> => {
		const until = clock.now() + ms;
		clock.after(ms, () => {});
		while (await clock.advance(until));
	};
	/** Writing takes `writingMs` and gives its own number. */
	async function ask(version: number, writingMs = 0): Promise<string> {
		const bytes = kept.get('question', version, async () => {
			await pass(writingMs);
			written += 1;
			return String(written);
		});
		return Buffer.from(await bytes).toString();
	}
	return { ask, pass };
}

test('serves an answer while nothing changes, up to its greatest age', async () => {
	const { ask, pass } = stage();
	expect(await ask(1)).toBe('1');
	await pass(AGE_MS_MAX - 1);
	expect(await ask(1)).toBe('1');
	await pass(1);
	expect(await ask(1)).toBe('2');
});

test('serves an answer for a millisecond whatever changes', async () => {
	const { ask, pass } = stage();
	expect(await ask(1)).toBe('1');
	expect(await ask(2)).toBe('1');
	await pass(1);
	expect(await ask(2)).toBe('2');
});

test('serves an answer nine times as long as writing it took, whatever changes', async () => {
	const { ask, pass } = stage();
	expect(await ask(1, 4)).toBe('1');
	await pass(35);
	expect(await ask(2, 4)).toBe('1');
	await pass(1);
	expect(await ask(3, 4)).toBe('2');
});

test('serves no answer beyond its greatest age, however long it took to write', async () => {
	const { ask, pass } = stage();
	expect(await ask(1, 150)).toBe('1');
	await pass(49);
	expect(await ask(2)).toBe('1');
	await pass(1);
	expect(await ask(2)).toBe('2');
});
