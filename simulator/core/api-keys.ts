/** One API key: whose it is, what it may do, for whom it was made, and until when it holds. */

/** The application that was given a key by OAuth. */
export type KeyApplication = {
	readonly clientId: string;
	/** Its name when the key was made. */
	readonly name: string;
	/** The consent that the key goes back to. */
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
	/** Undefined for a key that the account made for itself. */
	readonly application: KeyApplication | undefined;
	readonly revokedAt: number | undefined;
	/** From this instant on it no longer holds; undefined where it holds for good. */
	readonly expiresAt: number | undefined;
};

export type KeyStatus = 'active' | 'revoked' | 'expired';

/** A key that was revoked stays so, whether it would have expired by now or not. */
export function keyStatus({ revokedAt, expiresAt }: ApiKey, now: number): KeyStatus {
	if (revokedAt !== undefined) return 'revoked';
	return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'active';
}
