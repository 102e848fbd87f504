/**
 * Stores the approvals that an account has given through the API: wallets that may trade for it, and builder fees.
 * Both are stored with the account.
 *
 * Wallets (page "Nonces and API wallets", read 2026-11): an account has one wallet without a name and up to three
 * named ones. A new wallet replaces the old one with the same name. If a name ends in ` valid_until <milliseconds>`,
 * the wallet expires at that time. Builders (page "Builder codes", read 2026-11): an order with a builder is refused,
 * at any fee, unless the account has approved that builder (hummingbot#8449). The simulator does not require a
 * builder to hold 100 USDC.
 */
import type { Exchange } from '../core/types.ts';
import { ActionRefusal } from './errors.ts';

export type ApprovedWallet = {
	/** Address in lower case. */
	readonly address: string;
	/** Empty for the unnamed wallet. */
	readonly name: string;
	readonly validUntil: number | null;
};

type Approvals = {
	readonly wallets: readonly ApprovedWallet[];
	/** Maximum fee by builder address, in tenths of a basis point. */
	readonly builders: Readonly<Record<string, number>>;
};

const NAMED_MAX = 3;
const NONE: Approvals = { wallets: [], builders: {} };
const NOTE = 'approvals';

function approvalsOf(exchange: Exchange, accountId: string): Approvals {
	const text = exchange.notes.text(accountId, NOTE);
	return text === undefined ? NONE : (JSON.parse(text) as Approvals);
}

function keep(exchange: Exchange, accountId: string, approvals: Approvals): void {
	exchange.notes.setText(accountId, NOTE, JSON.stringify(approvals));
}

/** Returns the wallets that are currently valid. */
export function walletsOf(exchange: Exchange, accountId: string): readonly ApprovedWallet[] {
	const now = exchange.now();
	return approvalsOf(exchange, accountId).wallets.filter(
		({ validUntil }) => validUntil === null || validUntil > now,
	);
}

/** @throws ActionRefusal if the account would have more named wallets than allowed; we chose the message */
export function approveWallet(exchange: Exchange, accountId: string, address: string, named: string): void {
	const [, name = '', until] = /^(.*?)(?: valid_until (\d{13}))?$/s.exec(named) ?? [];
	const others = walletsOf(exchange, accountId).filter(
		(wallet) => wallet.name !== name && wallet.address !== address,
	);
	if (name !== '' && others.filter((wallet) => wallet.name !== '').length >= NAMED_MAX)
		throw new ActionRefusal('Too many extra agents.');
	const wallet = { address, name, validUntil: until === undefined ? null : Number(until) };
	keep(exchange, accountId, { ...approvalsOf(exchange, accountId), wallets: [...others, wallet] });
}

export function approveBuilder(
	exchange: Exchange,
	accountId: string,
	builder: string,
	tenthsOfBp: number,
): void {
	const approvals = approvalsOf(exchange, accountId);
	keep(exchange, accountId, {
		...approvals,
		builders: { ...approvals.builders, [builder.toLowerCase()]: tenthsOfBp },
	});
}

/**
 * Returns the maximum fee that the account has approved for the builder, in tenths of a basis point; undefined
 * without an approval.
 */
export function builderFeeMax(exchange: Exchange, accountId: string, builder: string): number | undefined {
	return approvalsOf(exchange, accountId).builders[builder.toLowerCase()];
}
