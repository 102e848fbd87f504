/**
 * Reads positions, balance and fees of a Bybit unified account, and prepares the account for an order
 * (bybit-exchange.github.io/docs/v5: position/leverage, account/set-margin-mode, account/wallet-balance,
 * account/fee-rate, read 2026-11).
 */
import { add, divTrunc, formatDecimal, max, neg, sub, sum, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, type Instrument } from '../../domain/instrument.ts';
import { VENUE_SETTING_TEXT } from '../../domain/venue-text.ts';
import type { BalanceReport, OtherAsset, PositionReport } from '../../ports/venue.ts';
import { HedgeModeError, VenueError } from '../../ports/venue-error.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import { adlRankOf } from '../shared/adl-rank.ts';
import type { AccountDialect, Call } from '../shared/dialect.ts';
import { refusedAs } from '../shared/error-codes.ts';
import { at, type Body, bodies, decimal, listed, price, required, text, whole } from '../shared/fields.ts';
import { createSharedReads, type SharedReads } from '../shared/slow-reads.ts';
import { BYBIT_ERRORS } from './errors.ts';
import { bybit } from './facts.ts';
import { allPages, CATEGORY, PAGE_ROWS } from './markets.ts';

/** Cache lifetime of all symbols' fees, milliseconds. */
const KEPT_MS = 10 * 60_000;

/** Creates the account functions for one session, with a cache for the fees. */
export function bybitAccount(): AccountDialect {
	const reads = createSharedReads();
	return {
		prepare,
		async readPositions(call, find) {
			const rows = await allPages(call, 'account', 'privateGetV5PositionList', {
				...CATEGORY,
				settleCoin: 'USDT',
				limit: PAGE_ROWS,
			});
			const { mode } = await marginModeOf(call);
			return rows.flatMap((row) => positionOf(row, find(text(row, 'symbol') ?? ''), mode) ?? []);
		},
		// No asset needs a request of its own, because the balance response lists every asset of the account.
		otherAssets: [],
		async readBalance(call) {
			const answer = await call('account', 'privateGetV5AccountWalletBalance', {
				accountType: 'UNIFIED',
			});
			const account = bodies(at(answer, 'result', 'list'))[0];
			const coin = bodies(at(account, 'coin')).find((candidate) => text(candidate, 'coin') === 'USDT');
			return balanceOf(account, coin);
		},
		readFees: (...asked) => readFees(reads, ...asked),
	};
}

async function prepare(
	...[call, instrument, leverage, mode, verified]: Parameters<AccountDialect['prepare']>
): Promise<void> {
	await verified('margin mode', mode, () => requireMarginMode(call, mode));
	const value = formatDecimal(leverage);
	const positions = await call('account', 'privateGetV5PositionList', {
		...CATEGORY,
		symbol: instrument.symbol,
	});
	const rows = bodies(at(positions, 'result', 'list'));
	// In hedge mode, `positionIdx` is 1 or 2, one for each side. We do not support that mode, because our orders
	// contain no position side.
	if (rows.some((row) => (whole(row, 'positionIdx') ?? 0) !== 0))
		throw new HedgeModeError(
			'bybit',
			VENUE_SETTING_TEXT.hedgeMode({
				exchange: bybit.shownName,
				symbol: instrument.symbol,
				number: null,
				name: null,
			}),
			// The switch request needs a coin or a symbol (page "Switch Position Mode", read 2026-11). We name USDT,
			// because USDC contracts support only one-way mode.
			'POST /v5/position/switch-mode with category linear, coin USDT and mode 0',
		);
	const present = rows[0];
	if (present !== undefined && decimal(present, 'leverage') === leverage) return;
	try {
		await call('account', 'privatePostV5PositionSetLeverage', {
			...CATEGORY,
			symbol: instrument.symbol,
			buyLeverage: value,
			sellLeverage: value,
		});
	} catch (error) {
		// This refusal means that the symbol already has this leverage.
		if (refusedAs(error, BYBIT_ERRORS, 'unchanged')) return;
		throw error;
	}
}

/**
 * Switches the account to the wanted margin mode, which applies to all symbols of a unified account. We do not switch
 * it while the account has an open position. @throws VenueError if the account has one
 */
async function requireMarginMode(call: Call, mode: 'isolated' | 'cross'): Promise<void> {
	const present = await marginModeOf(call);
	if (present.mode === mode) return;
	const positions = await call('account', 'privateGetV5PositionList', {
		...CATEGORY,
		settleCoin: 'USDT',
		limit: PAGE_ROWS,
	});
	const open = bodies(at(positions, 'result', 'list')).some((row) => (decimal(row, 'size') ?? ZERO) !== 0n);
	if (open)
		throw new VenueError(
			'bybit',
			'rejected',
			VENUE_SETTING_TEXT.accountMarginModeKept({
				exchange: bybit.shownName,
				present: present.text,
				marginMode: mode,
			}),
		);
	await call('account', 'privatePostV5AccountSetMarginMode', {
		setMarginMode: mode === 'isolated' ? 'ISOLATED_MARGIN' : 'REGULAR_MARGIN',
	});
}

async function marginModeOf(
	call: Call,
): Promise<{ readonly mode: 'isolated' | 'cross'; readonly text: string }> {
	const answer = await call('account', 'privateGetV5AccountInfo');
	const present = text(at(answer, 'result'), 'marginMode') ?? 'unknown';
	return { mode: present === 'ISOLATED_MARGIN' ? 'isolated' : 'cross', text: present };
}

/**
 * Parses a position, with its signed size in coins. Returns undefined for an empty position or an instrument that the
 * service does not trade.
 */
function positionOf(
	row: Body,
	instrument: Instrument | undefined,
	mode: 'isolated' | 'cross',
): PositionReport | undefined {
	const size = decimal(row, 'size');
	if (instrument === undefined || size === undefined || size === 0n) return undefined;
	const coins = fromOrderUnits(instrument, size);
	return {
		symbol: instrument.symbol,
		quantity: text(row, 'side') === 'Sell' ? neg(coins) : coins,
		entryPrice: price(row, 'avgPrice', instrument),
		markPrice: price(row, 'markPrice', instrument),
		liquidationPrice: price(row, 'liqPrice', instrument),
		leverage: decimal(row, 'leverage') ?? null,
		marginMode: mode,
		margin: decimal(row, 'positionIM') ?? null,
		unrealizedPnl: decimal(row, 'unrealisedPnl') ?? null,
		// The lamps of Bybit's pages: 1 to 5; 0 is an empty position (page "Get Position Info", adlRankIndicator).
		adlRank: adlRankOf(row, 'adlRankIndicator', 1, 5),
	};
}

/**
 * Parses the balance. In isolated mode Bybit leaves the account totals empty. The available amount is then the wallet
 * balance minus the margin for positions and orders, minus the amount locked by spot orders, minus bonus money (page
 * "Get Wallet Balance", read 2026-11).
 */
function balanceOf(account: Body | undefined, coin: Body | undefined): BalanceReport {
	const walletBalance = coin === undefined ? ZERO : required(decimal(coin, 'walletBalance'), 'walletBalance');
	const equity = decimal(coin, 'equity') ?? walletBalance;
	const marginUsed = add(decimal(coin, 'totalPositionIM') ?? ZERO, decimal(coin, 'totalOrderIM') ?? ZERO);
	const tied = sum([marginUsed, decimal(coin, 'locked') ?? ZERO, decimal(coin, 'bonus') ?? ZERO]);
	const available = decimal(account, 'totalAvailableBalance') ?? max(ZERO, sub(walletBalance, tied));
	return { walletBalance, equity, available, marginUsed, otherAssets: otherAssetsOf(account) };
}

/**
 * Lists the account's assets other than USDT. The quantity excludes borrowed coins. The price is Bybit's USD value of
 * the asset's equity, divided by that equity (page "Get Wallet Balance").
 */
function otherAssetsOf(account: Body | undefined): readonly OtherAsset[] {
	return bodies(at(account, 'coin')).flatMap((row) => {
		const asset = text(row, 'coin');
		const wallet = decimal(row, 'walletBalance');
		if (asset === undefined || asset === 'USDT' || wallet === undefined) return [];
		const quantity = sub(wallet, decimal(row, 'spotBorrow') ?? ZERO);
		if (quantity === ZERO) return [];
		const equity = decimal(row, 'equity') ?? quantity;
		const value = decimal(row, 'usdValue');
		const price = value === undefined || equity === ZERO ? ZERO : divTrunc(value, equity);
		return [{ asset, quantity, usdPrice: price > ZERO ? price : null }];
	});
}

/**
 * Returns a symbol's fees from the cached fees of all symbols. Requests the fees of the symbol alone if they are not
 * among these. The cache keeps us within the limit of five requests a second (page "Get Fee Rate").
 */
async function readFees(reads: SharedReads, call: Call, symbol: string, now: number): Promise<FeeRates> {
	const all = await reads.slowly('fees', KEPT_MS, now, () => feeRates(call, {}));
	const rates = all.get(symbol) ?? (await feeRates(call, { symbol })).get(symbol);
	return required(rates, `fees of ${symbol}`);
}

async function feeRates(
	call: Call,
	query: { readonly symbol?: string },
): Promise<ReadonlyMap<string, FeeRates>> {
	const answer = await call('account', 'privateGetV5AccountFeeRate', { category: 'linear', ...query });
	const rows = listed(at(answer, 'result', 'list'), 'fees');
	return new Map(
		rows.flatMap((row) => {
			const symbol = text(row, 'symbol');
			const taker = decimal(row, 'takerFeeRate');
			const maker = decimal(row, 'makerFeeRate');
			return symbol === undefined || taker === undefined || maker === undefined
				? []
				: [[symbol, { taker, maker }] as const];
		}),
	);
}
