/**
 * Reads the permissions of a Binance key (wallet page "Get API Key Permission", read 2026-11) and its owner, from the
 * spot account.
 */
import type { KeyDescription } from '../../ports/venue.ts';
import type { Call } from '../shared/dialect.ts';
import { at, BodyError, bodies, isBody, text, whole } from '../shared/fields.ts';
import { BODY_TEXT } from '../shared/text.ts';
import { binance } from './facts.ts';

const TRADES = 'enableFutures';
const WITHDRAWS = 'enableWithdrawals';
/** "You need to enable Permits Universal Transfer" (page "User Universal Transfer", read 2026-11). */
const TRANSFERS = 'permitsUniversalTransfer';
/** Permissions that allow a change of any kind; a key with none of them is read-only. */
const CHANGES =
	/^(?:enable(?:Withdrawals|InternalTransfer|Margin|Futures|VanillaOptions|FixApiTrade|SpotAndMarginTrading|PortfolioMarginTrading)|permitsUniversalTransfer)$/;

/** Reads the permissions and owner of the API key. @throws BodyError if the response has no permissions */
export async function readBinanceKey(call: Call): Promise<KeyDescription> {
	const key = await call('account', 'sapiGetAccountApiRestrictions');
	// We refuse a key whose permissions are unknown.
	if (!isBody(key) || typeof key[TRADES] !== 'boolean')
		throw new BodyError(BODY_TEXT.noPermissions({ exchange: binance.shownName }));
	const permissions = Object.keys(key).filter(
		(name) => key[name] === true && (CHANGES.test(name) || name === 'enableReading'),
	);
	// The futures interface does not identify the account, but a futures key can read the spot account.
	const owner = await call('account', 'privateGetAccount', { omitZeroBalances: true });
	const expiresAt = whole(key, 'tradingAuthorityExpirationTime') ?? 0;
	return {
		uid: text(owner, 'uid') ?? null,
		permissions,
		canTrade: key[TRADES] === true,
		canWithdraw: typeof key[WITHDRAWS] === 'boolean' ? key[WITHDRAWS] : null,
		canTransfer: key[TRANSFERS] === true,
		readOnly: !permissions.some((name) => CHANGES.test(name)),
		expiresAt: expiresAt > 0 ? expiresAt : null,
		ipBound: typeof key.ipRestrict === 'boolean' ? key.ipRestrict : null,
	};
}

/**
 * Describes a key of the test environment, which has neither the spot nor the wallet interface. We cannot read the
 * key's permissions there, but test money cannot be withdrawn. The self-check's order shows whether the key may
 * trade.
 */
export async function readBinanceTestKey(call: Call): Promise<KeyDescription> {
	const account = await call('account', 'fapiPrivateGetAccountConfig');
	const canTrade = at(account, 'canTrade');
	if (typeof canTrade !== 'boolean')
		throw new BodyError(BODY_TEXT.noTradePermission({ exchange: binance.shownName }));
	// `accountAlias` is the "unique account code" (page "Futures Account Balance V3").
	const balances = bodies(await call('account', 'fapiPrivateV3GetBalance'));
	return {
		uid: text(balances[0], 'accountAlias') ?? null,
		permissions: canTrade ? ['trade'] : ['read'],
		canTrade,
		canWithdraw: false,
		canTransfer: false,
		readOnly: !canTrade,
		expiresAt: null,
		ipBound: null,
	};
}
