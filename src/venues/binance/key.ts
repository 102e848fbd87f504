/** What Binance says of a key (page "Get API Key Permission" of the wallet; spot's account for its owner, read 2026-11). */
import type { KeyDescription } from '../../ports/venue.ts';
import type { Call } from '../shared/dialect.ts';
import { at, BodyError, bodies, isBody, text, whole } from '../shared/fields.ts';

const TRADES = 'enableFutures';
const WITHDRAWS = 'enableWithdrawals';
/** Everything that changes anything; a key without them only reads. */
const CHANGES =
	/^(?:enable(?:Withdrawals|InternalTransfer|Margin|Futures|VanillaOptions|FixApiTrade|SpotAndMarginTrading|PortfolioMarginTrading)|permitsUniversalTransfer)$/;

/** Permissions and owner of the API key. @throws BodyError when the answer names no permissions */
export async function readBinanceKey(call: Call): Promise<KeyDescription> {
	const key = await call('account', 'sapiGetAccountApiRestrictions');
	// Without its permissions it is not known what the key may do.
	if (!isBody(key) || typeof key[TRADES] !== 'boolean')
		throw new BodyError("The venue's answer has no permissions.");
	const permissions = Object.keys(key).filter(
		(name) => key[name] === true && (CHANGES.test(name) || name === 'enableReading'),
	);
	// The interface of futures does not name the account; a key for futures reads spot's as well.
	const owner = await call('account', 'privateGetAccount', { omitZeroBalances: true });
	const expiresAt = whole(key, 'tradingAuthorityExpirationTime') ?? 0;
	return {
		uid: text(owner, 'uid') ?? null,
		permissions,
		canTrade: key[TRADES] === true,
		canWithdraw: typeof key[WITHDRAWS] === 'boolean' ? key[WITHDRAWS] : null,
		readOnly: !permissions.some((name) => CHANGES.test(name)),
		expiresAt: expiresAt > 0 ? expiresAt : null,
		ipBound: typeof key.ipRestrict === 'boolean' ? key.ipRestrict : null,
	};
}

/**
 * Describes a key of the test environment. That has neither spot's interface nor the wallet's, so that nothing tells what
 * the key itself may do; test money leaves for nowhere. The self-check's order shows whether it may trade.
 */
export async function readBinanceTestKey(call: Call): Promise<KeyDescription> {
	const account = await call('account', 'fapiPrivateGetAccountConfig');
	const canTrade = at(account, 'canTrade');
	if (typeof canTrade !== 'boolean')
		throw new BodyError("The venue's answer does not say whether the account may trade.");
	// "unique account code" (page "Futures Account Balance V3").
	const balances = bodies(await call('account', 'fapiPrivateV3GetBalance'));
	return {
		uid: text(balances[0], 'accountAlias') ?? null,
		permissions: canTrade ? ['trade'] : ['read'],
		canTrade,
		canWithdraw: false,
		readOnly: !canTrade,
		expiresAt: null,
		ipBound: null,
	};
}
