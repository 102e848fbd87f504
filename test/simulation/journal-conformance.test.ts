/** Checks that the simulation's modelled disk and the SQLite journal give the same results for the same calls. */
import { describe, expect, test } from 'vitest';
import type { Journal } from '../../src/ports/journal.ts';
import { createVirtualClock } from '../../src/runtime/virtual-clock.ts';
import { createSqliteJournal } from '../../src/store/sqlite/journal.ts';
import { appendOf, planned, testJournal } from '../support/journal-contract.ts';
import { openMemoryDatabase } from '../support/memory-database.ts';
import { startIncarnation } from './incarnation.ts';
import { createModelledDisk } from './modelled-disk.ts';

const JOURNALS: readonly (readonly [string, () => Journal])[] = [
	['SQLite', openSqlite],
	['the modelled disk', openModelled],
];

function openSqlite(): Journal {
	const database = openMemoryDatabase();
	return createSqliteJournal(database);
}

/** Opens a disk that stores every commit at the next turn of the event loop. */
function openModelled(): Journal {
	const disk = createModelledDisk({
		commitLater: queueMicrotask,
		refusal: () => undefined,
		survivors: () => 0,
		onWrite: () => {},
		onDurable: () => {},
	});
	return disk.openJournal(startIncarnation(createVirtualClock(0), () => 0));
}

describe.each(JOURNALS)('%s as a journal', (_name, open) => testJournal(open));

describe('the durable prefix of the modelled disk', () => {
	function opened(survivors: number) {
		const tasks: (() => void)[] = [];
		const durable: string[] = [];
		const disk = createModelledDisk({
			commitLater: (task) => tasks.push(task),
			refusal: () => (durable.includes('full') ? 'disk full' : undefined),
			survivors: () => survivors,
			onWrite: () => {},
			onDurable: (executionId) => durable.push(executionId),
		});
		const life = startIncarnation(createVirtualClock(0), () => 0);
		return { disk, life, tasks, durable, journal: disk.openJournal(life) };
	}

	test('shows and confirms an append only once it is on disk', async () => {
		const { journal, tasks } = opened(0);
		let answered = false;
		void journal.appendExecution(appendOf('1', 0, [planned('1')])).then(() => {
			answered = true;
		});
		await Promise.resolve();
		expect([answered, await journal.openExecutions()]).toEqual([false, []]);
		tasks.shift()?.();
		await new Promise((resolve) => process.nextTick(resolve));
		expect([answered, (await journal.openExecutions()).length]).toEqual([true, 1]);
	});

	test.each([0, 1, 2])(
		'keeps the first %i of two in-flight appends after a crash, and confirms none',
		async (kept) => {
			const { disk, life, tasks, journal } = opened(kept);
			const heard: string[] = [];
			for (const digit of ['1', '2'])
				void journal.appendExecution(appendOf(digit, 0, [planned(digit)])).then(() => heard.push(digit));
			life.kill();
			disk.crash();
			for (const task of tasks) task();
			await new Promise((resolve) => process.nextTick(resolve));
			expect(heard).toEqual([]);
			const next = disk.openJournal(startIncarnation(createVirtualClock(0), () => 0));
			expect(await next.openExecutions()).toHaveLength(kept);
		},
	);

	test('refuses an append on a full disk and stores nothing', async () => {
		const { journal, tasks, durable } = opened(0);
		durable.push('full');
		const refused = journal.appendExecution(appendOf('1', 0, [planned('1')]));
		tasks.shift()?.();
		await expect(refused).rejects.toThrow(/disk full/);
		expect(await journal.openExecutions()).toEqual([]);
	});
});
