/**
 * What Hyperliquid says of a key: a wallet that trades for the account can do nothing but trade, the owner's own key everything
 * (page "Nonces and API wallets", and `userRole` and `extraAgents` of "Info endpoint", read 2026-11).
 *
 * A session reads one account and signs by one wallet. Hyperliquid tells anybody of any account by its address, and signs
 * nothing but actions, with a key of which the address is known here alone (page "Nonces and API wallets", read 2026-11).
 */
import { keccak_256 as keccak } from '@noble/hashes/sha3.js';
import { testKeySentence } from '../../domain/venue-sites.ts';
import type { KeyDescription, VenueCredentials } from '../../ports/venue.ts';
import { KeyRefusedError, VenueError } from '../../ports/venue-error.ts';
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import type { Call } from '../shared/dialect.ts';
import { at, bodies, required, text, whole } from '../shared/fields.ts';
import { hyperliquid } from './facts.ts';
import { WEIGHT_OF_ROLE, weighted } from './limits.ts';
import { publicKeyOf, type SignAction } from './signed-request.ts';

const askRole =
	(call: Call): AskRole =>
	(address) =>
		call('account', 'publicPostInfo', { type: 'userRole', user: address }, WEIGHT_OF_ROLE);

/** Modes of an account in which perpetuals have a balance of their own (`userAbstraction`). */
const SEPARATE_BALANCES: ReadonlySet<string> = new Set(['disabled', 'default', 'dexAbstraction']);

/** Account that a session reads and trades, with the wallet that signs for it. */
type Wallet = {
	/** Address of the account, in lower case. */
	readonly account: string;
	/** Address of the wallet that trades for it, in lower case; the account's own where the key is the owner's. */
	readonly signer: string;
};

/** Requests that name an account. */
const OF_ACCOUNT: ReadonlySet<unknown> = new Set([
	'clearinghouseState',
	'activeAssetData',
	'extraAgents',
	'frontendOpenOrders',
	'orderStatus',
	'userAbstraction',
	'userFees',
	'userFillsByTime',
	'userFunding',
	'userNonFundingLedgerUpdates',
	'userRateLimit',
]);

/** So long an approved wallet is believed to be one, by the venue's own time, milliseconds. */
const BELIEVED_MS_MAX = 10 * 60_000;
/** So old may a role be that is told of a key, milliseconds: to ask weighs 60 of the 1,200 of a minute. */
const ROLE_MS_MAX = 30_000;

/** Undefined for what is no address with a private key. */
function walletOf({ apiKey, secret }: VenueCredentials): Wallet | undefined {
	const key = secret.startsWith('0x') ? secret : `0x${secret}`;
	if (!/^0x[0-9a-f]{40}$/i.test(apiKey) || !/^0x[0-9a-f]{64}$/i.test(key)) return undefined;
	try {
		return { account: apiKey.toLowerCase(), signer: addressOf(publicKeyOf(key)) };
	} catch {
		return undefined;
	}
}

/** The last 20 bytes of the hash of the public key, in lower case. */
function addressOf(publicKey: Uint8Array): string {
	return `0x${Buffer.from(keccak(publicKey.subarray(1)).subarray(-20)).toString('hex')}`;
}

/** Asks the venue what an address is. @throws VenueError */
type AskRole = (address: string) => Promise<unknown>;

/** Relation of the signing wallet to the account: its owner, an approved agent, not approved, or another account's. */
type WalletRole = 'owner' | 'agent' | 'not approved' | 'of another account';

/** The wallet of one account's session, and what the venue has said of it. */
export type SessionWallet = {
	/** Requests of the session: each names the account where it must, and rejects with KeyRefusedError for a key of another form. */
	readonly bind: (call: Call) => Call;
	/** @throws VenueError where the session has no wallet */
	readonly addresses: () => Wallet;
	/**
	 * The wallet's role for the account, by the venue's word (page "Info endpoint", userRole, read 2026-11). `now` is the venue's time.
	 * @throws VenueError
	 */
	readonly role: (now: number, askRole: AskRole) => Promise<WalletRole>;
	/**
	 * Makes sure now and then that the wallet is the account's: reads are answered to anybody, so that without this nobody would hear
	 * that it is not until an order is refused. `now` is the venue's time; `andElse` is what else must hold.
	 * @throws KeyRefusedError, VenueError
	 */
	readonly requireApproved: (now: number, askRole: AskRole, andElse: () => Promise<void>) => Promise<void>;
};

/** @param credentials absent for market data, which has no wallet */
export function createSessionWallet(credentials: VenueCredentials | undefined): SessionWallet {
	const wallet = credentials === undefined ? undefined : walletOf(credentials);
	let approvedAt = Number.NEGATIVE_INFINITY;
	/** Under way: all who ask meanwhile share it. */
	let approving: Promise<void> | undefined;
	let known: { readonly role: WalletRole; readonly at: number } | undefined;

	function addresses(): Wallet {
		if (wallet === undefined) throw new VenueError('hyperliquid', 'rejected', 'The session has no wallet.');
		return wallet;
	}

	async function role(now: number, askRole: AskRole): Promise<WalletRole> {
		const { account, signer } = addresses();
		if (signer === account) return 'owner';
		if (known !== undefined && now - known.at < ROLE_MS_MAX) return known.role;
		const told = roleOf(await askRole(signer), account);
		known = { role: told, at: now };
		return told;
	}

	async function approve(now: number, askRole: AskRole, andElse: () => Promise<void>): Promise<void> {
		requireTrader(await role(now, askRole));
		await andElse();
		approvedAt = now;
	}

	return {
		bind: (call) => bound(call, wallet),
		addresses,
		role,
		async requireApproved(now, askRole, andElse) {
			if (now - approvedAt < BELIEVED_MS_MAX) return;
			approving ??= approve(now, askRole, andElse).finally(() => {
				approving = undefined;
			});
			await approving;
		},
	};
}

function bound(call: Call, wallet: Wallet | undefined): Call {
	return async (kind, method, params = {}, weight) => {
		if (wallet === undefined)
			throw new KeyRefusedError(
				'hyperliquid',
				'A key is the address of the account and the private key of a wallet that trades for it; this one is not (form)',
			);
		const named = OF_ACCOUNT.has(params.type) ? { user: wallet.account, ...params } : params;
		return call(kind, method, named, weight);
	};
}

function roleOf(answer: unknown, account: string): WalletRole {
	if (text(answer, 'role') !== 'agent') return 'not approved';
	return text(at(answer, 'data'), 'user')?.toLowerCase() === account ? 'agent' : 'of another account';
}

/** @throws KeyRefusedError */
function requireTrader(role: WalletRole): void {
	if (role === 'owner' || role === 'agent') return;
	throw new KeyRefusedError(
		'hyperliquid',
		role === 'not approved'
			? 'The account has not approved the wallet of this key, or no longer does (missing)'
			: 'The wallet of this key trades for another account (agent)',
	);
}

/** The members of ccxt's Hyperliquid that are used beside its requests. */
type Signing = {
	sign: (
		path: string,
		api: string,
		method: string,
		params: Readonly<Record<string, unknown>>,
		headers?: unknown,
		body?: unknown,
	) => unknown;
	nonce: () => number;
	readonly milliseconds: () => number;
	readonly options: Readonly<Record<string, unknown>>;
};

/**
 * Signs each action that is no order as it is sent, at the venue's time, with the instant after which the venue refuses it (page
 * "Exchange endpoint", "Expires After", read 2026-11). ccxt 4.5.84 signs only in its own unified methods, which leave that instant
 * out, and before the first order of which it approves a fee of its own and sets a referrer: none of them is called.
 */
export function signActions(exchange: CcxtExchange, signAction: SignAction): void {
	const signing = exchange as unknown as Signing;
	const plain = signing.sign.bind(exchange);
	const venueTime = (): number => signing.milliseconds() - Number(signing.options.timeDifference ?? 0);
	signing.nonce = venueTime;
	signing.sign = (path, api, method, params, headers, body) => {
		if (api !== 'private') return plain(path, api, method, params, headers, body);
		const signed = signAction(params.action, Number(params.lifetimeMs), venueTime());
		return plain(path, api, method, signed, headers, body);
	};
}

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
