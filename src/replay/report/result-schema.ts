/** Checks that a value is a result of a replay, member by member. A member that is not known is refused. */
import { z } from 'zod';
import { GRADES } from '../data/dataset.ts';
import { type ProfitParts, RESULT_FORM, type ReplayResult } from './result.ts';

const number = z.number();
const text = z.string();
const numbers = z.array(number);
const settingValues = z.record(text, z.union([number, text, z.boolean()]));

const parts: z.ZodType<ProfitParts> = z.strictObject({
	...{ fundingReceived: number, fundingPaid: number, fees: number, slippage: number },
	...{ basis: number.nullable(), idleInterest: number, net: number },
});

const outcome = z.strictObject({
	...{ parts, netPerYear: number, trades: number, sharpe: number.nullable() },
	interval: z.strictObject({ low: number, high: number }).nullable(),
	drawdown: z.strictObject({ usd: number, share: number }),
});

const settings = z.strictObject({
	...{ data: z.array(text), grade: z.enum(GRADES), from: number, until: number, policy: text },
	...{ set: settingValues, capitalUsd: number, users: number, exchanges: z.array(text) },
	...{ coins: z.array(text).nullable(), seed: number, without: z.array(text) },
	walkForward: z.strictObject({ trainDays: number, testDays: number }).nullable(),
});

const data = z.strictObject({
	...{ hash: text, from: number, until: number, contracts: number, coins: number },
	files: z.array(z.strictObject({ path: text, bytes: number, sha256: text })),
	gaps: z.array(
		z.strictObject({
			...{ venue: text, symbol: text, from: number, until: number },
			kind: z.enum(['rates', 'prices', 'recording']),
		}),
	),
	intervalChanges: z.array(
		z.strictObject({ venue: text, symbol: text, at: number, fromMs: number, toMs: number }),
	),
});

const columns = z.strictObject({
	...{ stepMs: number, at: numbers, equity: numbers, exposure: numbers, idle: numbers },
	exchanges: z.array(
		z.strictObject({
			...{ exchange: text, equity: numbers, marginUsed: numbers },
			liquidationDistance: z.array(number.nullable()),
		}),
	),
});

const leg = z.strictObject({ exchange: text, symbol: text });

const position = z.strictObject({
	...{ id: text, user: number, coin: text, long: leg, short: leg },
	...{ openedAt: number, closedAt: number.nullable(), legUsd: number, parts, unhedgedMs: number },
	forecast: z
		.strictObject({
			...{ horizonHours: number, expectedUsd: number, headlineUsd: number },
			...{ probability: number.nullable(), receivedUsd: number.nullable() },
		})
		.nullable(),
	events: z.array(z.strictObject({ at: number, sentence: text })),
});

/** The schema of `ReplayResult`. */
export const RESULT_SCHEMA: z.ZodType<ReplayResult> = z.strictObject({
	form: z.literal(RESULT_FORM),
	...{ status: z.enum(['complete', 'partial']), statusReason: text.nullable(), playedUntil: number },
	...{ settings, command: text, service: z.strictObject({ version: text, codeHash: text }), data },
	...{ assumptions: z.array(text), notKnown: z.array(text), outcome },
	comparisons: z.array(z.strictObject({ name: text, outcome: outcome.nullable(), reason: text.nullable() })),
	honesty: z.strictObject({
		verdict: z.enum(['none', 'fragile', 'steady', 'untested']),
		oneStepLate: z.strictObject({ stepMs: number, outcome }).nullable(),
	}),
	...{ columns, positions: z.array(position) },
	funding: z.strictObject({ at: numbers, position: numbers, leg: numbers, usd: numbers }),
	refusals: z.array(z.strictObject({ code: text, count: number, firstAt: number, sentence: text })),
	transfers: z.array(z.strictObject({ at: number, from: text, to: text, usd: number })),
});
