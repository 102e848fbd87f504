/**
 * Where the authorization server keeps its codes, tokens, grants and sessions: identifiers hashed, for each of them is a
 * secret, and payloads sealed. Of two uses of a code or a refresh token at once, one is refused.
 */
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Clock } from '../../ports/clock.ts';
import type { OAuthRecord, OAuthRecordStore } from '../../ports/oauth-record-store.ts';
import type { SealBinding, Vault } from '../../ports/vault.ts';
import { hashSecret } from '../secrets.ts';
import { REFUSAL_TEXT } from './text.ts';

/** Records that say nothing of their end are kept so long; none of those we use does. */
const NO_END_S = 400 * 24 * 3_600;
/** Ours are below 2,000; what belongs to nobody yet is whatever somebody sent. */
const OF_NOBODY_LENGTH_MAX = 8_192;

/** The store that keeps records, and the vault that seals them. */
export type RecordParts = {
	readonly store: OAuthRecordStore;
	readonly vault: Pick<Vault, 'seal' | 'open'>;
	readonly clock: Clock;
	/** Runs after a record that callers may hold has gone before its time. */
	readonly onEnded: () => void;
	/** Runs after a code or token that counts once was used again, and its grant has ended for it. */
	readonly onReused: (record: OAuthRecord) => void;
};

/** How a record is bound to its place: it opens nowhere else. */
export function recordBinding(record: Pick<OAuthRecord, 'model' | 'idHash' | 'userId'>): SealBinding {
	return {
		table: 'oauth_record',
		record: record.idHash,
		user: record.userId ?? '',
		field: 'sealed',
	};
}

/** The payload of a record as the server left it. @throws VaultError */
export async function openRecord(
	{ vault }: { readonly vault: Pick<Vault, 'open'> },
	record: OAuthRecord,
): Promise<AdapterPayload> {
	const opened = await vault.open(record.sealed, recordBinding(record));
	const payload = JSON.parse(opened.toString('utf8')) as AdapterPayload;
	// That a code was used is found by `consume` alone: there it is known whose it was.
	return record.consumedAt === null || record.model === 'AuthorizationCode'
		? payload
		: { ...payload, consumed: Math.floor(record.consumedAt / 1_000) };
}

/** The adapter of one model, as `oidc-provider` asks for it. */
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
			if (place.userId === null && content.length > OF_NOBODY_LENGTH_MAX)
				throw new errors.InvalidRequest(REFUSAL_TEXT.requestTooLong(OF_NOBODY_LENGTH_MAX));
			await store.upsert({
				...place,
				// A grant is found by its own id, so that it is not taken for something that hangs on it.
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
			// Used before, or twice at once: whoever was first may not be who it was meant for, so nothing of it stands.
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
