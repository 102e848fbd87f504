/** An API key with its account, permissions, application and expiry. */

/** The application that obtained a key through OAuth. */
export type KeyApplication = {
	readonly clientId: string;
	/** The application's name when the key was created. */
	readonly name: string;
	/** Id of the consent under which the key was created. */
	readonly grantId: string;
};

export type ApiKey = {
	readonly accountId: string;
	readonly key: string;
	readonly secret: string;
	/** Passphrase of a KuCoin or OKX key; empty for keys of other exchanges. */
	readonly passphrase: string;
	readonly canTrade: boolean;
	readonly canWithdraw: boolean;
	/** True if the key may transfer between its owner's accounts at the exchange, where that needs a permission. */
	readonly canTransfer: boolean;
	readonly createdAt: number;
	/** Application that obtained the key; undefined for a key that was not obtained through OAuth. */
	readonly application: KeyApplication | undefined;
	readonly revokedAt: number | undefined;
	/** Expiry time; undefined for a key that does not expire. */
	readonly expiresAt: number | undefined;
};

export type KeyStatus = 'active' | 'revoked' | 'expired';

/** Returns the status of a key. A revoked key stays revoked, even if it would have expired by now. */
export function keyStatus({ revokedAt, expiresAt }: ApiKey, now: number): KeyStatus {
	if (revokedAt !== undefined) return 'revoked';
	return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'active';
}
