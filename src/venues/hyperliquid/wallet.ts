/**
 * Whose account a session reads, and by which wallet it signs. Hyperliquid tells anybody of any account by its address, and signs
 * nothing but actions, with a key of which the address is known here alone (page "Nonces and API wallets", read 2026-11).
 */
import { privateKeyToAddress } from 'viem/accounts';
import { KeyRefusedError, type VenueCredentials, VenueError } from '../../ports/venue.ts';
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import type { Call } from '../shared/dialect.ts';
import { at, text } from '../shared/fields.ts';

export type Wallet = {
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

type Bound = {
	readonly wallet: Wallet;
	approvedAt: number;
	/** Under way: whoever asks meanwhile shares it. */
	approving: Promise<void> | undefined;
	role: { readonly value: WalletRole; readonly at: number } | undefined;
};
const wallets = new WeakMap<Call, Bound>();

/** Undefined for what is no address with a private key. */
export function walletOf({ apiKey, secret }: VenueCredentials): Wallet | undefined {
	const key = secret.startsWith('0x') ? secret : `0x${secret}`;
	if (!/^0x[0-9a-f]{40}$/i.test(apiKey) || !/^0x[0-9a-f]{64}$/i.test(key)) return undefined;
	try {
		const signer = privateKeyToAddress(key as `0x${string}`).toLowerCase();
		return { account: apiKey.toLowerCase(), signer };
	} catch {
		return undefined;
	}
}

/** Requests of the account's session: each names the account where it must. @throws KeyRefusedError for a key of another form */
export function bindWallet(call: Call, credentials: VenueCredentials): Call {
	const wallet = walletOf(credentials);
	const bound: Call = async (kind, method, params = {}, weight) => {
		if (wallet === undefined)
			throw new KeyRefusedError(
				'hyperliquid',
				'A key is the address of the account and the private key of a wallet that trades for it; this one is not (form)',
			);
		const named = OF_ACCOUNT.has(params.type) ? { user: wallet.account, ...params } : params;
		return call(kind, method, named, weight);
	};
	if (wallet !== undefined)
		wallets.set(bound, {
			wallet,
			approvedAt: Number.NEGATIVE_INFINITY,
			approving: undefined,
			role: undefined,
		});
	return bound;
}

/** @throws VenueError where no wallet is bound to the session */
export function boundWallet(call: Call): Wallet {
	return boundTo(call).wallet;
}

function boundTo(call: Call): Bound {
	const bound = wallets.get(call);
	if (bound === undefined) throw new VenueError('hyperliquid', 'rejected', 'The session has no wallet.');
	return bound;
}

export type WalletRole = 'owner' | 'agent' | 'not approved' | 'of another account';

/** What the wallet is to the account, by the venue's word (page "Info endpoint", userRole, read 2026-11). `now` is the venue's time. */
export async function readRole(
	call: Call,
	now: number,
	userRole: (address: string) => Promise<unknown>,
): Promise<WalletRole> {
	const bound = boundTo(call);
	const { account, signer } = bound.wallet;
	if (signer === account) return 'owner';
	if (bound.role !== undefined && now - bound.role.at < ROLE_MS_MAX) return bound.role.value;
	const value = roleOf(await userRole(signer), account);
	bound.role = { value, at: now };
	return value;
}

function roleOf(answer: unknown, account: string): WalletRole {
	if (text(answer, 'role') !== 'agent') return 'not approved';
	return text(at(answer, 'data'), 'user')?.toLowerCase() === account ? 'agent' : 'of another account';
}

/**
 * Makes sure now and then that the wallet is the account's: reads are answered to anybody, so that without this nobody would
 * hear that it is not until an order is refused. `now` is the venue's time; `andElse` is what else must hold.
 * @throws KeyRefusedError
 */
export async function requireApproved(
	call: Call,
	now: number,
	userRole: (address: string) => Promise<unknown>,
	andElse: () => Promise<void>,
): Promise<void> {
	const bound = boundTo(call);
	if (now - bound.approvedAt < BELIEVED_MS_MAX) return;
	bound.approving ??= approve(call, now, userRole, andElse).finally(() => {
		bound.approving = undefined;
	});
	await bound.approving;
}

async function approve(
	call: Call,
	now: number,
	userRole: (address: string) => Promise<unknown>,
	andElse: () => Promise<void>,
): Promise<void> {
	const role = await readRole(call, now, userRole);
	if (role !== 'owner' && role !== 'agent')
		throw new KeyRefusedError(
			'hyperliquid',
			role === 'not approved'
				? 'The account has not approved the wallet of this key, or no longer does (missing)'
				: 'The wallet of this key trades for another account (agent)',
		);
	await andElse();
	boundTo(call).approvedAt = now;
}

/** What is used of ccxt's Hyperliquid beside its requests. */
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
	readonly incrementingNonce: () => number;
	readonly signL1Action: (
		action: unknown,
		nonce: number,
		vault: string | undefined,
		expiresAfter: number | undefined,
	) => unknown;
	readonly options: Readonly<Record<string, unknown>>;
};

/**
 * Signs each action as it is sent, at the venue's time, with the instant after which the venue refuses it (page "Exchange
 * endpoint", "Expires After", read 2026-11). ccxt 4.5.84 signs only in its own unified methods, which leave that instant out,
 * and before the first order of which it approves a fee of its own and sets a referrer: none of them is called.
 */
export function signActions(exchange: CcxtExchange): void {
	const signing = exchange as unknown as Signing;
	const plain = signing.sign.bind(exchange);
	const venueTime = (): number => signing.milliseconds() - Number(signing.options.timeDifference ?? 0);
	signing.nonce = venueTime;
	signing.sign = (path, api, method, params, headers, body) => {
		if (api !== 'private') return plain(path, api, method, params, headers, body);
		const { action, lifetimeMs } = params;
		const nonce = signing.incrementingNonce();
		const expiresAfter = venueTime() + Number(lifetimeMs);
		const signature = signing.signL1Action(action, nonce, undefined, expiresAfter);
		return plain(path, api, method, { action, nonce, signature, expiresAfter }, headers, body);
	};
}
