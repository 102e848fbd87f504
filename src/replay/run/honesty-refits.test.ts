/** Honesty test 3: each fit of the carry model sees the past only. */
import { beforeAll, expect, test } from 'vitest';
import {
	poisonAfter,
	type Recording,
	readRecording,
	type SettledRow,
} from '../../../test/support/drawn-recording.ts';
import { type PlayedRow, playedRows } from '../../../test/support/played-rows.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';

const START = Date.UTC(2025, 8, 1);
const FROM = START + 120 * DAY_MS;
/** The model is fitted when the service starts, and again a week later. */
const CUT = FROM + 2 * DAY_MS;
const UNTIL = FROM + 8 * DAY_MS;
/** Rate at Hyperliquid per hour beyond those elsewhere; a short position there earns enough to trade. */
const BASE = 0.00006;
const HOURS = { binance: 8, bybit: 8, hyperliquid: 1 };

/** Draws rates that change slowly, so that a model has something to learn. */
function drawSlowRates(seed: number): Recording {
	const random = seededRandom(seed);
	const levels = new Map<string, number>();
	const settled: SettledRow[] = [];
	for (let at = START; at <= UNTIL; at += HOUR_MS)
		for (const coin of ['AAA', 'BBB'])
			for (const [venue, hours] of Object.entries(HOURS)) {
				const key = `${venue} ${coin}`;
				const level = 0.995 * (levels.get(key) ?? 0) + 0.000002 * (random.unit() - 0.5);
				levels.set(key, level);
				if ((at / HOUR_MS) % hours !== 0) continue;
				const quote = venue === 'hyperliquid' ? 'USDC' : 'USDT';
				const base = venue === 'hyperliquid' ? BASE : 0;
				const rate = Number(((base + level) * hours).toFixed(10));
				settled.push({ at, venue, coin, quote, hours, rate });
			}
	return { settled, prices: [] };
}

const of = (rows: readonly PlayedRow[], table: string) =>
	rows.filter((row) => row.table === table).map(({ text }) => text);

let recording: Recording;
let sound: readonly PlayedRow[];

beforeAll(async () => {
	recording = drawSlowRates(3);
	const dataset = await readRecording(recording);
	sound = (await playedRows({ dataset, from: FROM, until: CUT, policy: 'verdict' })).rows;
});

test('fits a model and states forecasts before the cut', () => {
	expect(of(sound, 'carry_model')).toHaveLength(1);
	expect(of(sound, 'promise').length).toBeGreaterThan(1);
	expect(of(sound, 'paper_fill').length).toBeGreaterThan(3);
});

test('has the same model, forecasts and journals whether or not nonsense follows', async () => {
	const dataset = await readRecording(poisonAfter(recording, CUT));
	const { rows } = await playedRows({ dataset, from: FROM, until: CUT, policy: 'verdict' });
	expect(rows).toEqual(sound);
});

test('fits another model once the nonsense is in the past', async () => {
	const cut = FROM + 6 * DAY_MS;
	const [withNonsense, without] = await Promise.all(
		[poisonAfter(recording, cut), recording].map(async (rows) => {
			const dataset = await readRecording(rows);
			return (await playedRows({ dataset, from: FROM, until: UNTIL, policy: 'verdict' })).rows;
		}),
	);
	const fittedAt = (rows: readonly PlayedRow[] = []) =>
		rows.filter(({ table }) => table === 'carry_model').map(({ at }) => at);
	expect(fittedAt(without)[0]).toBeGreaterThan(cut);
	expect(of(withNonsense ?? [], 'carry_model')).not.toEqual(of(without ?? [], 'carry_model'));
});
