/**
 * Stores the authorization server's codes, tokens, grants and sessions. Identifiers are secrets, so they are hashed;
 * payloads are sealed. If a code or refresh token is used twice at the same time, one use is refused.
 */
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Clock } from '../../ports/clock.ts';
import type { OAuthRecord, OAuthRecordStore } from '../../ports/oauth-record-store.ts';
import type { SealBinding, Vault } from '../../ports/vault.ts';
import { hashSecret } from '../secrets.ts';
import { REFUSAL_TEXT } from './text.ts';

/** Lifetime of a record without an expiry, seconds. All records that we use have an expiry. */
const NO_END_S = 400 * 24 * 3_600;
/**
 * Maximum length of a record without a user, characters. Anybody could have sent such a record. Our own records have
 * fewer than 2,000 characters.
 */
const USERLESS_LENGTH_MAX = 8_192;

/** The store of records, the vault that seals them, and callbacks. */
export type RecordParts = {
	readonly store: OAuthRecordStore;
	readonly vault: Pick<Vault, 'seal' | 'open'>;
	readonly clock: Clock;
	/** Runs after a record is removed before its expiry. */
	readonly onEnded: () => void;
	/** Runs after the reuse of a single-use code or token has ended the grant. */
	readonly onReused: (record: OAuthRecord) => void;
};

/** Returns the binding of a sealed record to its row and user, so that it cannot be opened anywhere else. */
export function recordBinding(record: Pick<OAuthRecord, 'model' | 'idHash' | 'userId'>): SealBinding {
	return {
		table: 'oauth_record',
		record: record.idHash,
		user: record.userId ?? '',
		field: 'sealed',
	};
}

/** Decrypts a record's payload. @throws VaultError */
export async function openRecord(
	{ vault }: { readonly vault: Pick<Vault, 'open'> },
	record: OAuthRecord,
): Promise<AdapterPayload> {
	const opened = await vault.open(record.sealed, recordBinding(record));
	const payload = JSON.parse(opened.toString('utf8')) as AdapterPayload;
	// The payload of a used authorization code is not marked as consumed. The server must discover the reuse in
	// `consume`, which knows the code's owner and grant.
	return record.consumedAt === null || record.model === 'AuthorizationCode'
		? payload
		: { ...payload, consumed: Math.floor(record.consumedAt / 1_000) };
}

/** Creates the `oidc-provider` adapter for one model. */
export function createRecords(model: string, parts: RecordParts): Adapter {
	const { store, vault, clock, onEnded, onReused } = parts;
	const opened = async (record: OAuthRecord | undefined): Promise<AdapterPayload | undefined> =>
		record === undefined ? undefined : openRecord(parts, record);

	return {
		async upsert(id, payload, expiresInS) {
			const text = (value: unknown) => (typeof value === 'string' ? value : null);
			const hash = (value: unknown) => (typeof value === 'string' ? hashSecret(value) : null);
			const now = clock.now();
			const place = { model, idHash: hashSecret(id), userId: text(payload.accountId) };
			const content = JSON.stringify(payload);
			if (place.userId === null && content.length > USERLESS_LENGTH_MAX)
				throw new errors.InvalidRequest(REFUSAL_TEXT.requestTooLong(USERLESS_LENGTH_MAX));
			await store.upsert({
				...place,
				// A grant has no grant hash itself, so that it does not count among its own records.
				grantHash: model === 'Grant' ? null : hash(payload.grantId),
				uidHash: hash(payload.uid),
				userCodeHash: hash(payload.userCode),
				clientId: text(payload.clientId),
				sealed: await vault.seal(content, recordBinding(place)),
				createdAt: now,
				consumedAt: null,
				expiresAt: now + (expiresInS ?? NO_END_S) * 1_000,
			});
		},
		find: async (id) => opened(await store.find(model, hashSecret(id))),
		findByUid: async (uid) => opened(await store.findByUid(model, hashSecret(uid))),
		findByUserCode: async (userCode) => opened(await store.findByUserCode(model, hashSecret(userCode))),
		async consume(id) {
			const idHash = hashSecret(id);
			if (await store.consume(model, idHash, clock.now())) return;
			// The code or token was used twice, and either use may have been a thief's, so the whole grant ends.
			const used = await store.find(model, idHash);
			if (used?.grantHash != null) {
				await store.destroy('Grant', used.grantHash);
				await store.destroyByGrant(used.grantHash);
				onEnded();
				onReused(used);
			}
			throw new errors.InvalidGrant(REFUSAL_TEXT.used);
		},
		async destroy(id) {
			await store.destroy(model, hashSecret(id));
			onEnded();
		},
		async revokeByGrantId(grantId) {
			await store.destroyByGrant(hashSecret(grantId));
			onEnded();
		},
	};
}
