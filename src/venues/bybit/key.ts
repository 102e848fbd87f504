/** What Bybit says of a key (bybit-exchange.github.io/docs/v5/user/apikey-info, read 2026-11). */
import type { KeyDescription } from '../../ports/venue.ts';
import type { Call } from '../shared/dialect.ts';
import { at, BodyError, isBody, text, whole } from '../shared/fields.ts';

/** By these, money leaves the account for somebody else: withdrawals, and what pays persons. */
const PAYS_OUT = /^(?:Wallet:Withdraw|FiatP2P:.*|FiatBybitPay:.*)$/;
/** Either lets it order linear contracts: of contracts, or of the unified account. */
const TRADES = ['ContractTrade:Order', 'Derivatives:DerivativesTrade'];

/** Permissions, owner, address binding and expiry of the API key. @throws BodyError when the answer names no permissions */
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
		readOnly,
		expiresAt: instantOf(text(key, 'expiredAt')),
		ipBound: Array.isArray(addresses) ? !addresses.includes('*') : null,
	};
}

/** `Group:Name` of each. @throws BodyError where there are none to read: what the key may do is not known then */
function permissionsOf(groups: unknown): readonly string[] {
	if (!isBody(groups)) throw new BodyError("The venue's answer has no permissions.");
	return Object.entries(groups).flatMap(([group, names]) =>
		Array.isArray(names) ? names.map((name) => `${group}:${String(name)}`) : [],
	);
}

/** A key that does not expire has no instant, or the beginning of time. */
function instantOf(written: string | undefined): number | null {
	const instant = Date.parse(written ?? '');
	return instant > 0 ? instant : null;
}
