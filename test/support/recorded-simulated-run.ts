/** Runs the whole service in mode simulated on virtual time, at exchanges whose prices move, with its recorder on. */

import { parseDecimal } from '../../src/domain/decimal.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { countRefusals, takeSeats } from '../../src/replay/run/seats.ts';
import { warmUpMs } from '../../src/replay/service/open-markets.ts';
import { createReplayTime } from '../../src/replay/service/replay-time.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { fixtureInstrument } from './fixture-feed.ts';
import type { ListedContract } from './in-process-venues.ts';
import { journaled, type PaperRun, type RunDone, runPolicy } from './recorded-paper-run.ts';
import { recordingInMemory } from './recording-in-memory.ts';
import { openWholeService, type WholeService } from './whole-service.ts';

const HOUR_MS = 3_600_000;
const VENUES = ['bybit', 'kucoin'] as const;
const COINS = ['SOL', 'AVAX'];

/** A run at simulated exchanges. */
type SimulatedRun = Omit<PaperRun, 'venues' | 'coins' | 'bookMs'> & {
	readonly seed: number;
	/** Time between two changes of a price, ms. */
	readonly priceMs: number;
	/** Time of the changes after a full multiple of `priceMs`, ms. */
	readonly priceOffsetMs: number;
};

/** Runs the service, and writes the recording. */
export async function recordSimulatedRun(
	run: SimulatedRun,
): Promise<Pick<RunDone, 'orders' | 'events' | 'errors'>> {
	const { directory, from, until, seed } = run;
	let clock: Pick<Clock, 'now'> = { now: () => from };
	await using whole = await openWholeService({
		...{ seed, startAt: from - warmUpMs('A'), recordings: recordingInMemory(directory) },
		contracts: VENUES.flatMap((venue, index) =>
			COINS.map((coin, number) =>
				movingContract({ venue, coin, phase: 2 * index + number, ...run, now: () => clock.now() }),
			),
		),
	});
	clock = whole.clock;
	const seats = await whole.during(takeSeats(whole.service, 1, countRefusals(whole.clock.now)));
	await whole.pass(60_000);
	await connect(whole, run.depositUsd);
	const time = createReplayTime({
		clock: whole.clock,
		markets: { nextAfter: () => undefined, playTo() {}, isContinuous: true },
		isInMotion: () => false,
		onLeap: async () => true,
	});
	await time.moveTo(from);
	await runPolicy(run.policy, {
		...{ seats, clock: whole.clock, time, endAt: until, random: seededRandom(seed) },
	});
	await time.moveTo(until);
	return { ...journaled(whole.database), errors: whole.errors };
}

/** Connects accounts of the seat's user at all exchanges. */
async function connect(whole: WholeService, wallet: number): Promise<void> {
	const token = await whole.token('replay-0', ['arb:read', 'exchange:connect']);
	for (const venue of VENUES) {
		const apiKey = `${venue} of the run`;
		whole.venues.openAccount(venue, apiKey, wallet);
		await whole.call(token, 'connect_exchange', {
			...{ exchange: venue, api_key: apiKey, api_secret: 'a secret' },
			...(venue === 'kucoin' ? { api_passphrase: 'words' } : {}),
		});
	}
}

/** Lists a contract whose price and funding are functions of the time. */
function movingContract({
	venue,
	coin,
	phase,
	now,
	priceMs,
	priceOffsetMs,
}: Pick<SimulatedRun, 'priceMs' | 'priceOffsetMs'> & {
	readonly venue: (typeof VENUES)[number];
	readonly coin: string;
	readonly phase: number;
	readonly now: () => number;
}): ListedContract {
	const mid = (): number => {
		const step = Math.floor((now() - priceOffsetMs) / priceMs);
		const hours = (step * priceMs) / HOUR_MS;
		return 150 * (1 + 0.01 * Math.sin(9 * hours + coin.length) + 0.0004 * Math.sin(300 * hours + phase));
	};
	return {
		instrument: fixtureInstrument(venue, coin),
		depth: parseDecimal('10000'),
		get bid() {
			return parseDecimal((mid() - 0.01).toFixed(2));
		},
		get ask() {
			return parseDecimal((mid() + 0.01).toFixed(2));
		},
		get fundingRate() {
			const sign = venue === 'bybit' ? -1 : 1;
			return parseDecimal((sign * 0.0002 * Math.sin(Math.floor(now() / HOUR_MS) + coin.length)).toFixed(8));
		},
	};
}
