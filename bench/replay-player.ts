/**
 * Plays a folder of recorded data once with the 30-day rule, and prints processor time, hours played, trades and peak
 * memory as JSON. Reading the data does not count. With `bare` as the second argument, it only passes over the decoded
 * columns of the same hours. Arguments: folder, mode, first instant (ms), hours, `one` or `pairs`.
 */
import { HOUR_MS } from '../src/domain/funding.ts';
import { SILENT_LOGGER } from '../src/ports/logger.ts';
import { countUpTo } from '../src/replay/data/columns.ts';
import type { Dataset } from '../src/replay/data/dataset.ts';
import { readDataset } from '../src/replay/data/read-dataset.ts';
import { DEFAULT_ORDER, type ReplayOrder } from '../src/replay/run/order.ts';
import { planOrder } from '../src/replay/run/order-plan.ts';
import { playTask } from '../src/replay/run/play-task.ts';
import { systemClock } from '../src/runtime/clock.ts';

const [folder = '', mode = 'whole', firstMs = '0', hours = '24', users = 'one'] = process.argv.slice(2);
const from = Number(firstMs);
const until = from + Number(hours) * HOUR_MS;
const dataset = await readDataset({
	...{ paths: [folder], grade: undefined, venues: undefined, coins: undefined },
});
const before = process.cpuUsage();
const trades = mode === 'bare' ? pass(dataset) : await playAll();
const { user, system } = process.cpuUsage(before);
process.stdout.write(
	`${JSON.stringify({ cpuMs: (user + system) / 1e3, trades, peakMb: process.resourceUsage().maxRSS / 1_024 })}\n`,
);

async function playAll(): Promise<number> {
	const order: ReplayOrder = {
		...DEFAULT_ORDER,
		...{ data: [folder], policy: 'month-mean', from, until, users: users === 'pairs' ? 'pairs' : 'one' },
		...{ capitalUsd: 100_000, compare: false, impactBp: 0 },
	};
	const { course } = await playTask(
		{ order, dataset, plan: planOrder(order, dataset) },
		{ name: 'policy', policy: order.policy, set: {}, isLate: false, keep: undefined },
		{ async onLeap() {}, isCanceled: () => false, log: SILENT_LOGGER, machine: systemClock },
	);
	return course.positions.length;
}

/** Adds up every rate and mark of the hours, as the least that a replay must touch. */
function pass({ tracks }: Dataset): number {
	let sum = 0;
	for (const { settled, prices } of tracks) {
		for (let index = countUpTo(settled.at, from); index < countUpTo(settled.at, until); index += 1)
			sum += Number(settled.rates[index]);
		if (prices === undefined) continue;
		for (let index = countUpTo(prices.at, from); index < countUpTo(prices.at, until); index += 1)
			sum += prices.marks[index] as number;
	}
	return sum > 0 ? 1 : 0;
}
