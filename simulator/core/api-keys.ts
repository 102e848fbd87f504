/** One API key: its account, permissions, application and expiry. */

/** Application that got a key by OAuth. */
export type KeyApplication = {
	readonly clientId: string;
	/** Its name at the creation of the key. */
	readonly name: string;
	/** Consent on which the key is based. */
	readonly grantId: string;
};

export type ApiKey = {
	readonly accountId: string;
	readonly key: string;
	readonly secret: string;
	/** KuCoin's passphrase; empty elsewhere. */
	readonly passphrase: string;
	readonly canTrade: boolean;
	readonly canWithdraw: boolean;
	readonly createdAt: number;
	/** Undefined for a key created by the account itself. */
	readonly application: KeyApplication | undefined;
	readonly revokedAt: number | undefined;
	/** Time of expiry; undefined for a key that does not expire. */
	readonly expiresAt: number | undefined;
};

export type KeyStatus = 'active' | 'revoked' | 'expired';

/** A revoked key stays revoked, even if it would have expired by now. */
export function keyStatus({ revokedAt, expiresAt }: ApiKey, now: number): KeyStatus {
	if (revokedAt !== undefined) return 'revoked';
	return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'active';
}
