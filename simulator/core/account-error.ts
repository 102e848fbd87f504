/** The refusal of a request about an account, and the check of amounts. */
import {
	type Decimal,
	formatDecimal,
	fromInteger,
	isMultipleOf,
	parseDecimal,
	ZERO,
} from '../../src/domain/decimal.ts';

/** Thrown if a request about an account is refused; the message gives the reason. */
export class AccountError extends Error {
	override readonly name = 'AccountError';
}

/** Maximum amount of a single transfer, in units of the asset. */
const AMOUNT_MAX = fromInteger(1_000_000_000_000);

const AMOUNT_STEP = parseDecimal('0.00000001');

/** @throws AccountError if the amount is not positive, too large, or has more than 8 decimals */
export function checkAmount(amount: Decimal): void {
	if (amount <= ZERO || amount > AMOUNT_MAX || !isMultipleOf(amount, AMOUNT_STEP)) {
		throw new AccountError(
			`The amount was ${formatDecimal(amount)}, limit more than 0, at most ${formatDecimal(AMOUNT_MAX)}, 8 decimals.`,
		);
	}
}
