/**
 * Keeps the insurance fund (Bybit help centre "Insurance Fund", KuCoin support "Insurance Fund", both read 2026-11).
 * The fund takes over positions at their bankruptcy price, closes them in the market, and keeps the gain or bears the
 * loss.
 */
import { add, type Decimal, sub } from '../../src/domain/decimal.ts';
import { commit, type ExchangeState, newId } from './exchange-state.ts';
import type { InsuranceEntry } from './venue-records.ts';

/** Changes the fund and stores a row with the reason. Runs inside `commit`. */
export function changeFund(
	state: ExchangeState,
	change: Omit<InsuranceEntry, 'id' | 'balance'>,
): InsuranceEntry {
	state.fund = add(state.fund, change.amount);
	const entry = { ...change, id: newId(state), balance: state.fund };
	state.store.insertInsurance(entry);
	return entry;
}

/** Sets the fund to `balance`, USDT. A negative balance means that the fund is in debt to the exchange. */
export function setFund(state: ExchangeState, balance: Decimal, at: number): InsuranceEntry {
	return commit(state, () =>
		changeFund(state, {
			at,
			kind: 'set',
			amount: sub(balance, state.fund),
			symbol: undefined,
			accountId: undefined,
			quantity: undefined,
			price: undefined,
		}),
	);
}
