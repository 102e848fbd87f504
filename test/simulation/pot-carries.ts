/**
 * Draws the market as pots know it: the expected carry of every contract, which changes several times a run, the cost
 * of an opening, contracts at their cap or with an announced delisting, and accounts with little equity.
 */
import { abs, type Decimal, fromNumber, mulTrunc, sum, toNumber, ZERO } from '../../src/domain/decimal.ts';
import { HOUR_MS } from '../../src/domain/funding.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import { createLegHistory, type LegHistory } from '../../src/domain/leg-history.ts';
import type { PairOutlook } from '../../src/ports/opportunities.ts';
import type { Squeeze, Squeezes } from '../../src/ports/squeezes.ts';
import type { PositionReport } from '../../src/ports/venue.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import type { ContractNotice, DrawnPots, ThinMargin } from './autopilots.ts';
import type { Exchange } from './exchange.ts';
import { positionAt } from './exchange-account.ts';

/** Largest worth of one USD short at a contract over a plan's horizon, a fraction. */
const WORTH_MAX = 0.06;
/** The share of a forecast that the carry model decides; the month before paid nothing. */
const MODEL_SHARE = 0.5;
/** Standard deviation of a forecast. */
const SD = 0.01;
const HISTORY_DAYS = 45;
const HISTORY_STEP_HOURS = 8;
const ENTRY_FEES = 0.0012;
const USUAL_SLIPPAGE = 0.0005;
/** Slippage at which no opening pays. */
const DEAR_SLIPPAGE = 0.2;

type Named = Pick<Instrument, 'venue' | 'symbol'>;

/** The market as pots know it at an instant. */
export type PotCarries = ReturnType<typeof createPotCarries>;

export function createPotCarries(drawn: DrawnPots, startAt: number, now: () => number) {
	const worths = new Map<string, number>();
	const dear = new Map<number, boolean>();
	const firstHour = Math.floor(startAt / HOUR_MS) - HISTORY_DAYS * 24;
	const hours = Array.from(
		{ length: (HISTORY_DAYS * 24) / HISTORY_STEP_HOURS },
		(_, index) => firstHour + index * HISTORY_STEP_HOURS,
	);
	const history: LegHistory = createLegHistory({
		hours: Int32Array.from(hours),
		rates: new Float64Array(hours.length),
	});

	const phase = (): number => drawn.carriesChangeAt.findLastIndex((at) => at <= now());

	function worthOf({ venue, symbol }: Named): number {
		const number = phase();
		const key = `${number} ${venue} ${symbol}`;
		let worth = worths.get(key);
		if (worth === undefined) {
			const random = seededRandom(mixed(drawn.carrySeed, key));
			const isFlat = seededRandom(mixed(drawn.carrySeed, String(number))).chance(0.07);
			worth = (random.unit() - 0.5) * 2 * (isFlat ? WORTH_MAX / 100 : WORTH_MAX);
			worths.set(key, worth);
		}
		return worth;
	}

	function noticeOf({ venue, coin }: Pick<Instrument, 'venue' | 'coin'>): ContractNotice | undefined {
		return drawn.notices.find(
			(notice) => notice.venue === venue && notice.coin === coin && now() >= notice.from && now() < notice.to,
		);
	}

	const squeezes: Squeezes = {
		recent: async (instruments) =>
			instruments.map((instrument): readonly Squeeze[] => {
				const notice = noticeOf(instrument);
				return notice?.kind === 'cap' ? [{ kind: 'limit', at: notice.from, rate: HOURLY_CAP_RATE }] : [];
			}),
	};

	return {
		outlook(long: Named, short: Named): PairOutlook {
			const expected = (worthOf(short) - worthOf(long)) / MODEL_SHARE;
			return { expectedMonth: expected, monthSd: SD, expected, sd: SD, monthMean: 0, forbiddenBy: [] };
		},
		legHistory: (): LegHistory => history,
		/** Cost of an opening now, fractions of one leg's notional. */
		entryCost(): { readonly fees: Decimal; readonly slippage: Decimal } {
			const number = phase();
			const isDear = dear.get(number) ?? seededRandom(mixed(drawn.carrySeed, `cost ${number}`)).chance(0.1);
			dear.set(number, isDear);
			return {
				fees: fromNumber(ENTRY_FEES),
				slippage: fromNumber(isDear ? DEAR_SLIPPAGE : USUAL_SLIPPAGE),
			};
		},
		noticeOf,
		squeezes,
	};
}

const HOURLY_CAP_RATE = 0.02;

function mixed(seed: number, text: string): number {
	let value = seed >>> 0;
	for (let index = 0; index < text.length; index += 1)
		value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
	return Math.imul(value ^ (value >>> 15), 0x85ebca6b) >>> 0;
}

/** An account as its exchange reports it to the margin watch. */
export type MarginReading = {
	readonly takenAt: number;
	readonly balance: { readonly equity: Decimal; readonly available: Decimal };
	readonly positions: readonly PositionReport[];
};

/**
 * Creates the readings of accounts. In a time of thin margin, the equity is a share of the notional that the account
 * had when the time began, so a reduction makes it sufficient again.
 */
export function createReadings(
	exchanges: readonly Exchange[],
	thinMargins: readonly ThinMargin[],
	now: () => number,
): (userId: string) => ReadonlyMap<string, MarginReading> {
	const equities = new Map<ThinMargin, Decimal>();

	function equityOf(venue: string, wallet: Decimal, gross: Decimal): Decimal {
		const thin = thinMargins.find((one) => one.venue === venue && now() >= one.from && now() < one.to);
		if (thin === undefined) return wallet;
		const known = equities.get(thin);
		if (known !== undefined) return known;
		if (gross === ZERO) return wallet;
		const equity = fromNumber(toNumber(gross) * thin.share);
		equities.set(thin, equity);
		return equity;
	}

	return (userId) =>
		new Map(
			exchanges.map((exchange): [string, MarginReading] => {
				const account = exchange.accountOf(userId);
				const held = [...account.positions.keys()].flatMap((symbol) => {
					const quantity = positionAt(account, symbol, now());
					return quantity === ZERO ? [] : [{ symbol, quantity, mark: exchange.markOf(symbol) }];
				});
				const gross = sum(held.map(({ quantity, mark }) => abs(mulTrunc(quantity, mark))));
				const equity = equityOf(exchange.venue, account.wallet, gross);
				return [
					exchange.venue,
					{
						takenAt: now(),
						balance: { equity, available: equity },
						positions: held.map(({ symbol, quantity, mark }) => ({
							symbol,
							quantity,
							markPrice: mark,
							entryPrice: null,
							liquidationPrice: null,
							leverage: null,
							marginMode: 'cross',
							margin: null,
							unrealizedPnl: null,
							adlRank: null,
						})),
					},
				];
			}),
		);
}
