/** Kills `carrywire replay` in the middle of a sweep, and lets it go on. */
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeReplayData } from '../test/support/replay-data.ts';
import { replayFolder, startReplay } from '../test/support/replay-program.ts';

const ENTER = [0.05, 0.06, 0.07, 0.08, 0.09, 0.1];

function linesOf(path: string): readonly string[] {
	return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

test('a sweep that was killed goes on with the same result as one that was not, and plays no trial twice', async () => {
	const folder = replayFolder();
	writeReplayData(join(folder, 'rates'), 46);
	const words = ['--data', 'rates', '--policy', 'month-mean', '--sweep', `enter=${ENTER}`, '--json'];
	const sweep = (keep: string, workers: number) =>
		startReplay(folder, [
			...words,
			...['--walk-forward', '10d/5d', '--keep', keep, '--workers', String(workers)],
		]);
	const path = join(folder, 'killed', 'trials.jsonl');

	const { child } = sweep('killed', 2);
	await expect.poll(() => linesOf(path).length, { interval: 5 }).toBeGreaterThanOrEqual(2);
	child.kill('SIGKILL');
	await once(child, 'close');
	const kept = linesOf(path);
	expect(kept.length).toBeLessThan(ENTER.length);
	// A kill may also leave half a line.
	appendFileSync(path, (kept[0] ?? '').slice(0, 50));

	const resumed = await sweep('killed', 1).ended;
	const whole = await sweep('whole', 1).ended;
	expect({ exit: resumed.exit, stderr: resumed.stderr }).toEqual({ exit: 0, stderr: '' });
	expect(resumed.stdout).toBe(whole.stdout);
	expect(JSON.parse(resumed.stdout)).toMatchObject({ status: 'complete' });
	const lines = linesOf(path);
	expect(lines.slice(0, kept.length)).toEqual(kept);
	const indexes = lines.map((line) => JSON.parse(line).index as number);
	expect(indexes.toSorted()).toEqual(ENTER.map((_, index) => index));
	expect(lines.toSorted()).toEqual(linesOf(join(folder, 'whole', 'trials.jsonl')).toSorted());
});
