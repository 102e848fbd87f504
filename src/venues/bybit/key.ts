/** Reads Bybit's description of an API key (bybit-exchange.github.io/docs/v5/user/apikey-info, read 2026-11). */
import type { KeyDescription } from '../../ports/venue.ts';
import type { Call } from '../shared/dialect.ts';
import { at, BodyError, isBody, text, whole } from '../shared/fields.ts';
import { BODY_TEXT } from '../shared/text.ts';
import { bybit } from './facts.ts';

/** Permissions that let money leave the account: withdrawals, peer-to-peer payments and Bybit Pay. */
const PAYS_OUT = /^(?:Wallet:Withdraw|FiatP2P:.*|FiatBybitPay:.*)$/;
/** Either permission allows linear contract orders: the first is for contracts, the second for the unified account. */
const TRADES = ['ContractTrade:Order', 'Derivatives:DerivativesTrade'];

/**
 * Reads the permissions, owner, IP binding and expiry of the API key. @throws BodyError if the response has no
 * permissions
 */
export async function readBybitKey(call: Call): Promise<KeyDescription> {
	const answer = await call('account', 'privateGetV5UserQueryApi');
	const key = at(answer, 'result');
	const permissions = permissionsOf(at(key, 'permissions'));
	const readOnly = whole(key, 'readOnly') !== 0;
	const addresses = at(key, 'ips');
	return {
		uid: text(key, 'userID') ?? null,
		permissions,
		canTrade: !readOnly && permissions.some((permission) => TRADES.includes(permission)),
		canWithdraw: !readOnly && permissions.some((permission) => PAYS_OUT.test(permission)),
		// "AccountTransfer" (page "Create Internal Transfer": an inter transfer needs this permission, read 2026-11).
		canTransfer: !readOnly && permissions.includes('Wallet:AccountTransfer'),
		readOnly,
		expiresAt: instantOf(text(key, 'expiredAt')),
		ipBound: Array.isArray(addresses) ? !addresses.includes('*') : null,
	};
}

/**
 * Lists each permission as `Group:Name`. @throws BodyError if the response has no permissions, because we cannot
 * assume what the key may do
 */
function permissionsOf(groups: unknown): readonly string[] {
	if (!isBody(groups)) throw new BodyError(BODY_TEXT.noPermissions({ exchange: bybit.shownName }));
	return Object.entries(groups).flatMap(([group, names]) =>
		Array.isArray(names) ? names.map((name) => `${group}:${String(name)}`) : [],
	);
}

/**
 * Parses the key's expiry to Unix milliseconds. Returns null for a key without expiry; Bybit then omits the date or
 * sends 1970.
 */
function instantOf(written: string | undefined): number | null {
	const instant = Date.parse(written ?? '');
	return instant > 0 ? instant : null;
}
