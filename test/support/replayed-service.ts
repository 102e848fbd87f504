/** Opens the replayed service on a dataset, with one user, and calls its methods as that user's program would. */

import { parseDecimal } from '../../src/domain/decimal.ts';
import { HOUR_MS } from '../../src/domain/funding.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { Dataset } from '../../src/replay/data/dataset.ts';
import { openStage } from '../../src/replay/stage/open-stage.ts';
import { recordedMarkets } from '../../src/replay/stage/recorded-markets.ts';
import { hourlyConfig } from '../../src/replay/stage/stage-config.ts';
import { stageTime } from '../../src/replay/stage/stage-time.ts';
import { createVirtualClock } from '../../src/runtime/virtual-clock.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { seededRandom } from './seeded-random.ts';

const FEES = { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') };
const DEPOSIT = parseDecimal('100000');
const HALF_SPREAD = parseDecimal('0.0002');
const PRICE = parseDecimal('100');
const LAG_MS = 5_000;
const TOKEN_MS = 720 * HOUR_MS;
/** Times after an hour at which the data of that hour is known, and every read of it runs, ms. */
const READ_MS = [10_000, 20_000, 60_000];

export async function openReplayed(dataset: Dataset, startAt: number) {
	const markets = recordedMarkets(dataset, {
		publicationLagMs: LAG_MS,
		price: PRICE,
		halfSpread: HALF_SPREAD,
		feesOf: () => FEES,
	});
	const clock = createVirtualClock(startAt);
	const time = stageTime(clock, markets);
	markets.playTo(startAt);
	const random = seededRandom(1);
	const database = openMemoryDatabase();
	const errors: string[] = [];
	const stage = await openStage({
		config: hourlyConfig({
			venues: [...new Set(dataset.tracks.map(({ venue }) => venue))],
			depositUsd: DEPOSIT,
		}),
		...{ markets, database, clock, random },
		log: { ...SILENT_LOGGER, error: (_facts, message) => void errors.push(message) },
		version: '0',
	});
	const { server, tokens, trading } = stage.service;
	const scopes = ['arb:read', 'arb:trade'] as const;
	const { userId } = await time.during(
		tokens.issue({ userName: 'replay', name: 'replay', scopes: [...scopes], ttlMs: TOKEN_MS }),
	);
	const isInMotion = (): boolean =>
		trading.execution.executions
			.states()
			.some(({ phase }) => !['running', 'closed', 'failed'].includes(phase));
	return {
		errors: errors as readonly string[],
		now: clock.now,
		/** Moves past the next full hour, when everything recorded until then is known. */
		async nextHour(): Promise<void> {
			const at = (Math.floor(clock.now() / HOUR_MS) + 1) * HOUR_MS;
			for (const later of READ_MS) await time.leapTo(at + later);
		},
		/** Lets orders in motion come to rest. */
		calm: () => time.calm(clock.now() + 1_800_000, isInMotion),
		/** Returns a method's response. */
		async call(method: string, params: object) {
			const caller = { userId, tokenId: 'tok', scopes: new Set(scopes), agent: undefined };
			return JSON.parse(await time.during(server.callAs(caller, method, params)));
		},
		async close(): Promise<void> {
			await stage.close();
			database.close();
		},
	};
}
