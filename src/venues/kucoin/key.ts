/**
 * What KuCoin says of a key (kucoin.com/docs-new, "Get Apikey Info", on the host of spot, read 2026-11): its permissions are
 * words separated by commas.
 */
import type { KeyDescription } from '../../ports/venue.ts';
import { KeyRefusedError, VenueError } from '../../ports/venue-error.ts';
import type { Call } from '../shared/dialect.ts';
import { at, required, text, whole } from '../shared/fields.ts';

/** `Transfer` was the name of withdrawals before; `InnerTransfer` stays between the accounts of one owner. */
const WITHDRAWS: readonly string[] = ['withdrawal', 'withdraw', 'transfer'];
const TRADES = 'futures';
/** `selfAccountMode` of the page "Get Account Mode" (read 2026-11). */
const CLASSIC = 'CLASSIC';

/**
 * A unified account holds its money where the interface of futures sees none of it, and the exchange offers no way back ("Set
 * Account Mode": to UTA alone), so that it is refused before anything else is looked at. An account of which the exchange does not
 * say it, in a region without unified accounts or for want of a permission, is taken for a classic one: its balance tells.
 * @throws KeyRefusedError
 */
async function requireClassic(call: Call): Promise<void> {
	const mode = await call('account', 'utaPrivateGetAccountMode').then(
		(answer) => text(at(answer, 'data'), 'selfAccountMode'),
		(error: unknown) => {
			if (error instanceof VenueError && error.kind === 'rejected' && !(error instanceof KeyRefusedError))
				return undefined;
			throw error;
		},
	);
	if (mode === undefined || mode === CLASSIC) return;
	throw new KeyRefusedError(
		'kucoin',
		`The account is a unified one (${mode.slice(0, 40)}), a classic one is needed, and there is no way back. Use another account or sub-account that is classic`,
	);
}

/** Permissions, owner and address binding of the API key. Rejects for an account that is not a classic one. */
export async function readKucoinKey(call: Call): Promise<KeyDescription> {
	await requireClassic(call);
	const key = at(await call('account', 'privateGetUserApiKey'), 'data');
	const permissions = required(text(key, 'permission'), 'permission')
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');
	const names = permissions.map((name) => name.toLowerCase());
	const expiresAt = whole(key, 'expiredAt') ?? 0;
	return {
		uid: uidOf(key),
		permissions,
		canTrade: names.includes(TRADES),
		canWithdraw: names.some((name) => WITHDRAWS.includes(name)),
		readOnly: names.every((name) => name === 'general'),
		expiresAt: expiresAt > 0 ? expiresAt : null,
		ipBound: text(key, 'ipWhitelist') !== undefined,
	};
}

/** A sub-account is named beside the id, so that two of one owner are two whichever id is told of them. */
function uidOf(key: unknown): string | null {
	const uid = text(key, 'uid');
	const subName = text(key, 'subName');
	if (uid === undefined) return null;
	return subName === undefined ? uid : `${uid}/${subName}`;
}
