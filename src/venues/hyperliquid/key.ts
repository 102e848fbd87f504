/**
 * What Hyperliquid says of a key: a wallet that trades for the account can do nothing but trade, the owner's own key everything
 * (page "Nonces and API wallets", and `userRole` and `extraAgents` of "Info endpoint", read 2026-11).
 */
import { testKeySentence } from '../../domain/venue-sites.ts';
import type { KeyDescription } from '../../ports/venue.ts';
import { KeyRefusedError, VenueError } from '../../ports/venue-error.ts';
import type { Call } from '../shared/dialect.ts';
import { bodies, required, text, whole } from '../shared/fields.ts';
import { hyperliquid } from './facts.ts';
import { WEIGHT_OF_ROLE, weighted } from './limits.ts';
import type { AskRole, SessionWallet } from './wallet.ts';

const askRole =
	(call: Call): AskRole =>
	(address) =>
		call('account', 'publicPostInfo', { type: 'userRole', user: address }, WEIGHT_OF_ROLE);

/** Modes of an account in which perpetuals have a balance of their own (`userAbstraction`). */
const SEPARATE_BALANCES: ReadonlySet<string> = new Set(['disabled', 'default', 'dexAbstraction']);

/**
 * Now and then, that the wallet may act for the account, and that what is read of perpetuals is all of its collateral: an account
 * whose balances are one has it on the spot side. `now` is the venue's time.
 * @throws VenueError, KeyRefusedError
 */
export function requireUsable(wallet: SessionWallet, call: Call, now: number): Promise<void> {
	return wallet.requireApproved(now, askRole(call), async () => {
		const answer = await weighted(call, 'account', { type: 'userAbstraction' });
		// ccxt hands a bare JSON text on with its quotes.
		const mode = String(answer).replaceAll('"', '');
		if (SEPARATE_BALANCES.has(mode)) return;
		throw new VenueError(
			'hyperliquid',
			'rejected',
			`The account's mode was ${JSON.stringify(mode.slice(0, 40))}, which keeps spot and perpetuals in one balance; a standard account is needed. Use another account or sub-account that is standard: the venue may offer no way back from this one.`,
		);
	});
}

/** Rights and expiry of the signing wallet for the account. @throws KeyRefusedError for a wallet of another account */
export async function readHyperliquidKey(wallet: SessionWallet, call: Call): Promise<KeyDescription> {
	const { account, signer } = wallet.addresses();
	const status = await weighted(call, 'account', { type: 'exchangeStatus' });
	const now = required(whole(status, 'time'), 'time');
	const role = await wallet.role(now, askRole(call));
	if (role === 'of another account')
		throw new KeyRefusedError('hyperliquid', 'The wallet of this key trades for another account (agent)');
	if (role === 'not approved' && text(await askRole(call)(account), 'role') === 'missing')
		throw new KeyRefusedError('hyperliquid', 'Nobody has an account of this address (missing)');
	const isOwner = role === 'owner';
	const canTrade = role !== 'not approved';
	return {
		uid: account,
		permissions: isOwner ? ['owner'] : canTrade ? ['trade'] : ['read'],
		canTrade,
		canWithdraw: isOwner,
		readOnly: !canTrade,
		expiresAt: isOwner ? null : await expiryOf(call, signer),
		ipBound: false,
	};
}

/** The same at the testnet, a chain of its own: accounts and approvals of the main one are unknown there. */
export async function readHyperliquidTestKey(wallet: SessionWallet, call: Call): Promise<KeyDescription> {
	try {
		return await readHyperliquidKey(wallet, call);
	} catch (error) {
		if (!(error instanceof KeyRefusedError)) throw error;
		throw new KeyRefusedError('hyperliquid', `${error.message}. ${testKeySentence(hyperliquid.sites)}`);
	}
}

/** Wallets with a name are listed with their end; one without a name has none. */
async function expiryOf(call: Call, signer: string): Promise<number | null> {
	const answer = await weighted(call, 'account', { type: 'extraAgents' });
	const own = bodies(answer).find((row) => text(row, 'address')?.toLowerCase() === signer);
	return whole(own, 'validUntil') ?? null;
}
