/**
 * Reads KuCoin's description of an API key (kucoin.com/docs-new, "Get Apikey Info", on the spot host, read 2026-11).
 * The permissions are a comma-separated list.
 */

import { VENUE_KEY_TEXT } from '../../domain/venue-text.ts';
import type { KeyDescription } from '../../ports/venue.ts';
import { KeyRefusedError, VenueError } from '../../ports/venue-error.ts';
import type { Call } from '../shared/dialect.ts';
import { at, required, text, whole } from '../shared/fields.ts';
import { kucoin } from './facts.ts';

/**
 * Permissions that let money leave the owner's accounts. `Transfer` is the former name for withdrawals;
 * `InnerTransfer`, which moves money between one owner's accounts, is not among them.
 */
const WITHDRAWS: readonly string[] = ['withdrawal', 'withdraw', 'transfer'];
/** Permission for transfers between the owner's accounts, under its present and its earlier name. */
const TRANSFERS: readonly string[] = ['innertransfer', 'flextransfers'];
const TRADES = 'futures';
/** Value of `selfAccountMode` for a classic account (page "Get Account Mode", read 2026-11). */
const CLASSIC = 'CLASSIC';

/**
 * Refuses a unified account before the key is read, because the futures interface cannot see its money and KuCoin
 * cannot convert it back ("Set Account Mode": only to UTA). KuCoin may not report the mode (a region without unified
 * accounts, a missing permission). In that case we assume a classic account; its balance shows whether that is right.
 * @throws KeyRefusedError for a unified account
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
		VENUE_KEY_TEXT.unifiedAccount({ exchange: kucoin.shownName, mode: mode.slice(0, 40) }),
	);
}

/**
 * Reads the permissions, owner and IP binding of the API key. @throws KeyRefusedError for an account that is not
 * classic
 */
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
		canTransfer: names.some((name) => TRANSFERS.includes(name)),
		readOnly: names.every((name) => name === 'general'),
		expiresAt: expiresAt > 0 ? expiresAt : null,
		ipBound: text(key, 'ipWhitelist') !== undefined,
	};
}

/**
 * Returns the account id. It includes the sub-account's name, because KuCoin may report the same id for two
 * sub-accounts of one owner.
 */
function uidOf(key: unknown): string | null {
	const uid = text(key, 'uid');
	const subName = text(key, 'subName');
	if (uid === undefined) return null;
	return subName === undefined ? uid : `${uid}/${subName}`;
}
