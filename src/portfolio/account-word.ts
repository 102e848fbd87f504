/** A venue's word on an account: what it holds, of one moment. */
import type { AccountIdentity } from '../domain/account-identity.ts';
import { ZERO } from '../domain/decimal.ts';
import type { BalanceReport, PositionReport, VenueTrading } from '../ports/venue.ts';

/** Balance and positions by symbol as the exchange reported them together. */
export type Word = {
	readonly balance: BalanceReport;
	readonly positions: ReadonlyMap<string, PositionReport>;
};

/** @throws VenueError */
export async function readWord(trading: VenueTrading): Promise<Word> {
	const [balance, positions] = await Promise.all([trading.balance(), trading.positions()]);
	return { balance, positions: new Map(positions.map((position) => [position.symbol, position])) };
}

/** True when wallet balance, other assets and position sizes of both reports are equal; prices are not compared. */
export function isSameWord(a: Word, b: Word): boolean {
	return wordText(a) === wordText(b);
}

/** Quantities alone: prices move. */
function wordText({ balance, positions }: Word): string {
	const assets = balance.otherAssets.map(({ asset, quantity }) => `${asset} ${quantity}`);
	return [balance.walletBalance, ...assets.sort(), ...quantitiesOf(positions)].join();
}

function quantitiesOf(positions: Word['positions']): readonly string[] {
	return [...positions.values()].map(({ symbol, quantity }) => `${symbol} ${quantity}`).sort();
}

/** What is left unexplained, and the positions that differ as they are. */
export function remainderOf(
	{ residual, misfits }: Pick<AccountIdentity, 'residual' | 'misfits'>,
	positions: Word['positions'],
): string {
	return [
		residual,
		...misfits.map((symbol) => `${symbol} ${positions.get(symbol)?.quantity ?? ZERO}`),
	].join();
}
