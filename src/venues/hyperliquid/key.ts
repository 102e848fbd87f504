/**
 * Checks the rights of a Hyperliquid key (page "Nonces and API wallets", and `userRole` and `extraAgents` of "Info
 * endpoint", read 2026-11). An approved wallet can only trade for the account, while the owner's key can do
 * everything.
 *
 * A session reads one account and signs with one wallet. Anyone can read any Hyperliquid account by its address; only
 * actions are signed (page "Nonces and API wallets", read 2026-11). Only this module computes the address of the
 * signing key.
 */
import { keccak_256 as keccak } from '@noble/hashes/sha3.js';
import { testKeySentence, VENUE_KEY_TEXT, VENUE_SETTING_TEXT } from '../../domain/venue-text.ts';
import type { KeyDescription, VenueCredentials } from '../../ports/venue.ts';
import { KeyRefusedError, VenueError } from '../../ports/venue-error.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import type { Call } from '../shared/dialect.ts';
import { at, bodies, required, text, whole } from '../shared/fields.ts';
import { hyperliquid } from './facts.ts';
import { WEIGHT_OF_ROLE, weighted } from './limits.ts';
import { publicKeyOf, type SignAction } from './signed-request.ts';
import { NO_WALLET } from './text.ts';

const askRole =
	(call: Call): AskRole =>
	(address) =>
		call('account', 'publicPostInfo', { type: 'userRole', user: address }, WEIGHT_OF_ROLE);

/** Account modes in which perpetuals have a separate balance (values of `userAbstraction`). */
const SEPARATE_BALANCES: ReadonlySet<string> = new Set(['disabled', 'default', 'dexAbstraction']);

/** Account that a session reads and trades, with the wallet that signs for the account. */
type Wallet = {
	/** Account address, in lower case. */
	readonly account: string;
	/**
	 * Address of the wallet that trades for the account, in lower case; the account's address if the key is the
	 * owner's.
	 */
	readonly signer: string;
};

/** Request types that must name an account. */
const OF_ACCOUNT: ReadonlySet<unknown> = new Set([
	'clearinghouseState',
	'activeAssetData',
	'extraAgents',
	'frontendOpenOrders',
	'orderStatus',
	'spotClearinghouseState',
	'userAbstraction',
	'userFees',
	'userFillsByTime',
	'userFunding',
	'userNonFundingLedgerUpdates',
	'userRateLimit',
]);

/** How long a successful check of the wallet stays valid, milliseconds by Hyperliquid's clock. */
const BELIEVED_MS_MAX = 10 * 60_000;
/** Maximum age of a cached wallet role, milliseconds. A request for it weighs 60 of an IP address's 1,200 a minute. */
const ROLE_MS_MAX = 30_000;

/** Derives the session's wallet; returns undefined unless the credentials are a valid address and private key. */
function walletOf({ apiKey, secret }: VenueCredentials): Wallet | undefined {
	const key = secret.startsWith('0x') ? secret : `0x${secret}`;
	if (!/^0x[0-9a-f]{40}$/i.test(apiKey) || !/^0x[0-9a-f]{64}$/i.test(key)) return undefined;
	try {
		return { account: apiKey.toLowerCase(), signer: addressOf(publicKeyOf(key)) };
	} catch {
		return undefined;
	}
}

/** Returns the address of a public key: the last 20 bytes of the key's hash, in lower case. */
function addressOf(publicKey: Uint8Array): string {
	return `0x${Buffer.from(keccak(publicKey.subarray(1)).subarray(-20)).toString('hex')}`;
}

/** Requests the role of an address. @throws VenueError */
type AskRole = (address: string) => Promise<unknown>;

/**
 * Relation of the signing wallet to the account: the account's owner, an approved agent, not approved, or another
 * account's wallet.
 */
type WalletRole = 'owner' | 'agent' | 'not approved' | 'of another account';

/** The wallet of one account session, and its role at the exchange. */
export type SessionWallet = {
	/**
	 * Wraps the session's requests. Each request names the account if its type requires that, and rejects with
	 * KeyRefusedError if the key is malformed.
	 */
	readonly bind: (call: Call) => Call;
	/** Returns the addresses of account and signer. @throws VenueError if the session has no wallet */
	readonly addresses: () => Wallet;
	/**
	 * Returns the wallet's role for the account (page "Info endpoint", userRole, read 2026-11). `now` is
	 * Hyperliquid's time.
	 * @throws VenueError
	 */
	readonly role: (now: number, askRole: AskRole) => Promise<WalletRole>;
	/**
	 * Checks that the wallet may act for the account, unless such a check succeeded in the last ten minutes.
	 * Hyperliquid lets anyone read any account, so without this check only a refused order would reveal a wrong
	 * wallet. `now` is Hyperliquid's time; `andElse` is a further check. @throws KeyRefusedError, VenueError
	 */
	readonly requireApproved: (now: number, askRole: AskRole, andElse: () => Promise<void>) => Promise<void>;
};

/** Creates the wallet of one session. @param credentials undefined for a market data session, which has no wallet */
export function createSessionWallet(credentials: VenueCredentials | undefined): SessionWallet {
	const wallet = credentials === undefined ? undefined : walletOf(credentials);
	let approvedAt = Number.NEGATIVE_INFINITY;
	/** The check in flight, which simultaneous callers share. */
	let approving: Promise<void> | undefined;
	let known: { readonly role: WalletRole; readonly at: number } | undefined;

	function addresses(): Wallet {
		if (wallet === undefined) throw new VenueError('hyperliquid', 'rejected', NO_WALLET);
		return wallet;
	}

	async function role(now: number, askRole: AskRole): Promise<WalletRole> {
		const { account, signer } = addresses();
		if (signer === account) return 'owner';
		if (known !== undefined && now - known.at < ROLE_MS_MAX) return known.role;
		const fresh = roleOf(await askRole(signer), account);
		known = { role: fresh, at: now };
		return fresh;
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
		if (wallet === undefined) throw new KeyRefusedError('hyperliquid', VENUE_KEY_TEXT.form());
		const named = OF_ACCOUNT.has(params.type) ? { user: wallet.account, ...params } : params;
		return call(kind, method, named, weight);
	};
}

function roleOf(answer: unknown, account: string): WalletRole {
	if (text(answer, 'role') !== 'agent') return 'not approved';
	return text(at(answer, 'data'), 'user')?.toLowerCase() === account ? 'agent' : 'of another account';
}

/** Refuses a wallet that may not trade for the account. @throws KeyRefusedError */
function requireTrader(role: WalletRole): void {
	if (role === 'owner' || role === 'agent') return;
	throw new KeyRefusedError(
		'hyperliquid',
		role === 'not approved' ? VENUE_KEY_TEXT.walletNotApproved() : VENUE_KEY_TEXT.walletOfAnother(),
	);
}

/** The members of ccxt's Hyperliquid class that we use in addition to its requests. */
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
 * Makes ccxt sign each action just before it sends it, with Hyperliquid's time. (Our order connections sign the
 * actions that they send: `signed-request.ts`.) The signature contains the time after which Hyperliquid refuses the
 * action (page "Exchange endpoint", "Expires After", read 2026-11). ccxt 4.5.84 signs only in its unified methods.
 * Those omit the expiry, and before the first order they approve a fee for ccxt and set a referrer, so we call none
 * of them.
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
 * Checks that the wallet may act for the account, and that the perpetuals balance has all the account's collateral. A
 * unified account keeps its collateral on the spot side. Skips the checks for ten minutes after they succeeded. `now`
 * is Hyperliquid's time. @throws VenueError, KeyRefusedError
 */
export function requireUsable(wallet: SessionWallet, call: Call, now: number): Promise<void> {
	return wallet.requireApproved(now, askRole(call), async () => {
		const answer = await weighted(call, 'account', { type: 'userAbstraction' });
		// ccxt returns a bare JSON string with its quotes, so remove them.
		const mode = String(answer).replaceAll('"', '');
		if (SEPARATE_BALANCES.has(mode)) return;
		throw new VenueError(
			'hyperliquid',
			'rejected',
			VENUE_SETTING_TEXT.oneBalance({
				exchange: hyperliquid.shownName,
				mode: JSON.stringify(mode.slice(0, 40)),
			}),
		);
	});
}

/**
 * Reads the signing wallet's rights for the account, and their expiry. @throws KeyRefusedError for a wallet of
 * another account
 */
export async function readHyperliquidKey(wallet: SessionWallet, call: Call): Promise<KeyDescription> {
	const { account, signer } = wallet.addresses();
	const status = await weighted(call, 'account', { type: 'exchangeStatus' });
	const now = required(whole(status, 'time'), 'time');
	const role = await wallet.role(now, askRole(call));
	if (role === 'of another account')
		throw new KeyRefusedError('hyperliquid', VENUE_KEY_TEXT.walletOfAnother());
	if (role === 'not approved' && text(await askRole(call)(account), 'role') === 'missing')
		throw new KeyRefusedError(
			'hyperliquid',
			VENUE_KEY_TEXT.noSuchAccount({ exchange: hyperliquid.shownName }),
		);
	const isOwner = role === 'owner';
	const canTrade = role !== 'not approved';
	return {
		uid: account,
		permissions: isOwner ? ['owner'] : canTrade ? ['trade'] : ['read'],
		canTrade,
		canWithdraw: isOwner,
		// A transfer needs the signature of the account's own key (page "Exchange endpoint", usdClassTransfer).
		canTransfer: isOwner,
		readOnly: !canTrade,
		expiresAt: isOwner ? null : await expiryOf(call, signer),
		ipBound: false,
	};
}

/**
 * Does the same as `readHyperliquidKey` for the testnet, a separate chain that does not know the main chain's
 * accounts and approvals. Refusals include a hint about testnet keys.
 */
export async function readHyperliquidTestKey(wallet: SessionWallet, call: Call): Promise<KeyDescription> {
	try {
		return await readHyperliquidKey(wallet, call);
	} catch (error) {
		if (!(error instanceof KeyRefusedError)) throw error;
		throw new KeyRefusedError('hyperliquid', withTestAdvice(error.words));
	}
}

function withTestAdvice(said: Words): Words {
	const advice = testKeySentence(hyperliquid.sites);
	return advice === undefined ? said : VENUE_KEY_TEXT.advised({ said, advice });
}

/**
 * Reads the signing wallet's expiry, Unix milliseconds; null if it has none. Hyperliquid lists named wallets with
 * their expiry; an unnamed wallet has none.
 */
async function expiryOf(call: Call, signer: string): Promise<number | null> {
	const answer = await weighted(call, 'account', { type: 'extraAgents' });
	const own = bodies(answer).find((row) => text(row, 'address')?.toLowerCase() === signer);
	return whole(own, 'validUntil') ?? null;
}
