/** Reads an account's holdings as its venue reports them, all from the same time. */
import type { AccountIdentity } from '../domain/account-identity.ts';
import { ZERO } from '../domain/decimal.ts';
import type { BalanceReport, PositionReport, VenueTrading } from '../ports/venue.ts';

/** An account's balance and its positions by symbol, as the exchange reported them together. */
export type AccountReport = {
	readonly balance: BalanceReport;
	readonly positions: ReadonlyMap<string, PositionReport>;
};

/** Reads an account's balance and positions. @throws VenueError */
export async function readReport(trading: VenueTrading): Promise<AccountReport> {
	const [balance, positions] = await Promise.all([trading.balance(), trading.positions()]);
	return { balance, positions: new Map(positions.map((position) => [position.symbol, position])) };
}

/**
 * Returns true if both reports have the same wallet balance, other assets and position sizes. Prices are not
 * compared.
 */
export function isSameReport(a: AccountReport, b: AccountReport): boolean {
	return reportText(a) === reportText(b);
}

/** Describes a report by its quantities alone, because prices move. */
function reportText({ balance, positions }: AccountReport): string {
	const assets = balance.otherAssets.map(({ asset, quantity }) => `${asset} ${quantity}`);
	return [balance.walletBalance, ...assets.sort(), ...quantitiesOf(positions)].join();
}

function quantitiesOf(positions: AccountReport['positions']): readonly string[] {
	return [...positions.values()].map(({ symbol, quantity }) => `${symbol} ${quantity}`).sort();
}

/** Remainder of an account without anything unexplained. */
export const EXPLAINED = remainderOf({ residual: ZERO, misfits: [] }, new Map());

/**
 * Describes an account's unexplained remainder as text, with the current quantity of each position that differs from
 * the journal.
 */
export function remainderOf(
	{ residual, misfits }: Pick<AccountIdentity, 'residual' | 'misfits'>,
	positions: AccountReport['positions'],
): string {
	return [
		residual,
		...misfits.map((symbol) => `${symbol} ${positions.get(symbol)?.quantity ?? ZERO}`),
	].join();
}
