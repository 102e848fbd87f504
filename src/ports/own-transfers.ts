/**
 * Defines the wallets of an account's owner at one exchange, transfers between them, and money that comes from or goes
 * to the outside. A session has these functions only where the exchange has them.
 *
 * The service never withdraws. It moves money between wallets only if the key may do so (`KeyDescription.canTransfer`)
 * and the user has switched it on. The caller journals a transfer before it sends the request.
 */
import type { Decimal } from '../domain/decimal.ts';

/**
 * The two wallets. `futures`: the account that holds the positions. `main`: the owner's wallet beside it, into which
 * most exchanges pay deposits (Bybit's funding account, KuCoin's main account, Binance's spot wallet, OKX's funding
 * account, Hyperliquid's spot balance).
 */
export type WalletName = 'main' | 'futures';

/** The collateral asset in one wallet. */
export type WalletReport = {
	readonly wallet: WalletName;
	readonly asset: string;
	/** Balance without unrealised profit. */
	readonly amount: Decimal;
	/** The part that may leave the wallet now. */
	readonly transferable: Decimal;
};

/** A transfer between two wallets of one owner. */
export type OwnTransfer = {
	readonly from: WalletName;
	readonly to: WalletName;
	readonly asset: string;
	/** Amount in units of the asset; above zero, at most 8 decimals. */
	readonly amount: Decimal;
	/**
	 * Our own id, 32 hexadecimal characters. At Bybit a second request with the same id moves nothing; OKX and
	 * KuCoin do not say so, and Binance takes no id. A transfer whose outcome is unknown must be searched, never repeated.
	 */
	readonly clientId: string;
};

/**
 * Outcome of a request for a transfer. `rejected`: nothing has moved, for certain. `unknown`: the exchange may have
 * received the request; search the transfer, and never send it again.
 */
export type TransferOutcome =
	| { readonly kind: 'accepted'; readonly venueTransferId: string | undefined }
	| {
			readonly kind: 'rejected';
			readonly code: string;
			readonly message: string;
			/** True if the same request may be accepted a moment later. */
			readonly passing: boolean;
	  }
	| { readonly kind: 'unknown'; readonly message: string };

/**
 * The exchange's answer about a transfer. `absent`: it knows none; a request that is still in flight may arrive until
 * the session's request window has passed.
 */
export type TransferFinding =
	| {
			readonly kind: 'found';
			readonly state: 'done' | 'pending' | 'failed';
			readonly venueTransferId: string | undefined;
	  }
	| { readonly kind: 'absent' }
	| { readonly kind: 'unavailable'; readonly message: string };

/** A deposit from outside the exchange, or a withdrawal to the outside. */
export type OutsideMove = {
	/** Id of the exchange's record, unique per venue, account and kind. */
	readonly recordId: string;
	readonly kind: 'deposit' | 'withdrawal';
	readonly asset: string;
	/** Amount that arrives. A withdrawal costs `fee` in addition. */
	readonly amount: Decimal;
	readonly fee: Decimal;
	readonly state: 'pending' | 'done' | 'failed';
	/** Id of the transaction on its network; null while there is none. */
	readonly transactionId: string | null;
	/** Time of the request, or of the arrival where the exchange reports only that. */
	readonly at: number;
};

/** Wallets and transfers of one session. Reads reject with VenueError. */
export type OwnTransfers = {
	/** Reads the collateral in both wallets. Absent if the exchange has one wallet, or does not say. */
	readonly wallets?: (() => Promise<readonly WalletReport[]>) | undefined;
	/** Sends a transfer. Never rejects. Absent if no trading key of the exchange can transfer. */
	readonly transferOwn?: ((transfer: OwnTransfer) => Promise<TransferOutcome>) | undefined;
	/**
	 * Searches a transfer that was sent at `sentAt`. Never rejects. Without the exchange's own use of our id it finds
	 * the earliest transfer since then with the same wallets and amount, so at most one of them may be open at a time.
	 */
	readonly findOwnTransfer?:
		| ((transfer: OwnTransfer, sentAt: number) => Promise<TransferFinding>)
		| undefined;
	/** Reads deposits and withdrawals with from ≤ at ≤ to, oldest first, also pending ones. */
	readonly outsideMoves?: ((from: number, to: number) => Promise<readonly OutsideMove[]>) | undefined;
};
