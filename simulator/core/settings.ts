/** Changes an account's leverage and margin mode. */
import { type Decimal, formatDecimal, ZERO } from '../../src/domain/decimal.ts';
import { isLeverageAllowed, marginView, ordersOn, settingOf } from './account-figures.ts';
import { type AccountState, commit, type ExchangeState } from './exchange-state.ts';
import { announceTouched, touch, touchedBalance } from './fill-booking.ts';
import { freeMargin } from './margin.ts';
import type { Market } from './market.ts';
import { isInUse } from './order-entry.ts';
import { ExchangeRefusal, type MarginMode } from './types.ts';

/** @throws ExchangeRefusal LEVERAGE_OUT_OF_RANGE, LEVERAGE_NOT_MODIFIED or INSUFFICIENT_BALANCE */
export function chooseLeverage(
	state: ExchangeState,
	account: AccountState,
	market: Market,
	leverage: Decimal,
	at: number,
): void {
	const { instrument } = market;
	const { symbol } = instrument;
	if (!isLeverageAllowed(instrument, leverage)) {
		throw new ExchangeRefusal(
			'LEVERAGE_OUT_OF_RANGE',
			`Leverage must be 1 to ${instrument.leverageMax}, was ${formatDecimal(leverage)}.`,
		);
	}
	const current = settingOf(account, instrument);
	if (current.leverage === leverage) {
		throw new ExchangeRefusal(
			'LEVERAGE_NOT_MODIFIED',
			`Leverage of ${symbol} is ${formatDecimal(leverage)}.`,
		);
	}
	const held = account.positions.get(symbol);
	const supposed = {
		symbol,
		wallet: account.wallet,
		held,
		orders: ordersOn(account, symbol),
		setting: { ...current, leverage },
	};
	if (leverage < current.leverage && freeMargin(marginView(state, account, at, supposed)) < ZERO) {
		throw new ExchangeRefusal(
			'INSUFFICIENT_BALANCE',
			`The balance is too small for leverage ${formatDecimal(leverage)} on ${symbol}.`,
		);
	}
	commit(state, () => {
		const marginMode = account.settings.get(symbol)?.marginMode;
		account.settings.set(symbol, { leverage, marginMode });
		state.store.putSetting(account.account.id, symbol, leverage, marginMode);
	});
	const touched = touchedBalance(account);
	if (held !== undefined) touch(touched, account, symbol);
	announceTouched(state, touched, at);
}

/**
 * Sets the margin mode of one symbol, or of the whole account and all its symbols.
 * @throws ExchangeRefusal MARGIN_MODE_NOT_MODIFIED, or POSITION_EXISTS while a position or an order is open
 */
export function chooseMarginMode(
	state: ExchangeState,
	account: AccountState,
	symbol: string | undefined,
	mode: MarginMode,
): void {
	const { id } = account.account;
	const own = symbol === undefined ? undefined : account.settings.get(symbol);
	const current = own?.marginMode ?? account.marginMode;
	if (current === mode) {
		throw new ExchangeRefusal('MARGIN_MODE_NOT_MODIFIED', `The margin mode is ${mode} already.`);
	}
	const inUse =
		symbol === undefined ? account.positions.size + account.openOrders.size > 0 : isInUse(account, symbol);
	if (inUse) {
		throw new ExchangeRefusal(
			'POSITION_EXISTS',
			`The margin mode stays ${current} while a position or an order is open, was ${mode}.`,
		);
	}
	commit(state, () => {
		if (symbol !== undefined) {
			account.settings.set(symbol, { leverage: own?.leverage, marginMode: mode });
			state.store.putSetting(id, symbol, own?.leverage, mode);
			return;
		}
		account.marginMode = mode;
		state.store.updateAccount(id, account.wallet, mode);
		for (const [each, setting] of account.settings) {
			account.settings.set(each, { ...setting, marginMode: undefined });
			state.store.putSetting(id, each, setting.leverage, undefined);
		}
	});
}
