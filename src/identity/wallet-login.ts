/**
 * Logs users in with an Ethereum wallet. The service requests a signature on a message that names this site and a
 * nonce (EIP-4361). The signature proves that the user owns the address.
 *
 * The subject depends on the type of account. A key works on every chain, so the subject of an externally owned
 * account names chain 0, which does not exist. The user is then the same whichever chain the wallet is on. A contract
 * exists on one chain, and another person's contract can have the same address on another chain, so its subject names
 * its chain. The two types do not collide, because an address belongs either to a key or to a deployed contract. An
 * account with both a key and code (EIP-7702) has two users: one for signatures by its key, and one for signatures
 * that only its code accepts.
 */

import { type Address, getAddress, type Hex, hashMessage } from 'viem';
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { NonceStore } from '../ports/login-store.ts';
import type { Words } from '../sentences/sentence.ts';
import { isAcceptedByContract, type WalletChain } from './contract-wallet.ts';
import { isSignedByKeyOf } from './key-signature.ts';
import { hashOfBrowser, lookupHash, type ProvenIdentity, refused, WALLET_ISSUER } from './proven-identity.ts';
import { WALLET_TEXT } from './text.ts';
import {
	isOwnedAddress,
	isStatement,
	readWalletMessage,
	STATEMENT_LENGTH_MAX,
	siteOf,
	writeWalletMessage,
} from './wallet-message.ts';

/** Time that a wallet has to sign its message, milliseconds. */
export const WALLET_MESSAGE_LIFETIME_MS = 300_000;
/** Length of a nonce: 128 bits, in 32 hex digits. EIP-4361 requires at least eight alphanumeric characters. */
const NONCE_BYTES = 16;
/**
 * Maximum length of a signature, bytes. A contract wallet's signature with passkeys and a wrapped deployment is a few
 * thousand bytes long.
 */
const SIGNATURE_BYTES_MAX = 16_384;

/** Logs users in by wallet signatures on the configured chains. */
export interface WalletLogin {
	/**
	 * Returns the message for the wallet to sign. Its nonce works once, in this browser, until `expiresAt`.
	 * @param browser opaque id of the browser's pre-login cookie
	 * @throws CarrywireError INVALID_PARAMS for an invalid address, chain or statement; LOGIN_REFUSED if the request
	 * has no valid pre-login cookie
	 */
	begin(request: {
		readonly address: string;
		readonly chainId: number;
		readonly browser: string;
		readonly statement?: string | undefined;
	}): Promise<{ readonly message: string; readonly nonce: string; readonly expiresAt: number }>;
	/**
	 * @param message the signed text, unchanged
	 * @throws CarrywireError LOGIN_REFUSED with its `reason`; LOGIN_UNAVAILABLE if a required node gives no usable
	 * response. The nonce is used up once the message has passed its checks, but not by a malformed signature
	 * (`field` is set).
	 */
	finish(request: {
		readonly message: string;
		readonly signature: string;
		readonly browser: string;
	}): Promise<ProvenIdentity>;
}

/** Creates the login. The store keeps nonces as hashes; contract wallets are checked on their own chain. */
export function createWalletLogin(parts: {
	/** Id of the configured provider. */
	readonly provider: string;
	readonly chains: readonly WalletChain[];
	/** The service's base URL for users, from the configuration; never taken from a request. */
	readonly origin: () => string;
	readonly clock: Clock;
	readonly random: Random;
	readonly nonces: NonceStore;
}): WalletLogin {
	const { provider, chains, origin, clock, random, nonces } = parts;
	const chainOf = (chainId: number) => chains.find((chain) => chain.chainId === chainId);
	const chainNames = chains.map((chain) => `${chain.chainId} (${chain.name})`).join(', ');

	return {
		async begin({ address, chainId, browser, statement }) {
			const browserHash = hashOfBrowser(browser);
			if (!isOwnedAddress(address)) throw invalid('address', WALLET_TEXT.address());
			if (chainOf(chainId) === undefined)
				throw invalid('chainId', WALLET_TEXT.chainId({ chains: chainNames }));
			if (statement !== undefined && !isStatement(statement))
				throw invalid('statement', WALLET_TEXT.statement({ limit: STATEMENT_LENGTH_MAX }));
			const now = clock.now();
			const nonce = random.hex(NONCE_BYTES);
			const expiresAt = now + WALLET_MESSAGE_LIFETIME_MS;
			await nonces.deleteExpired(now);
			await nonces.put({ nonceHash: lookupHash('nonce', nonce), browserHash, expiresAt });
			const message = writeWalletMessage(
				{ address: getAddress(address), chainId, nonce, statement, issuedAt: now, expiresAt },
				siteOf(origin()),
			);
			return { message, nonce, expiresAt };
		},

		async finish({ message, signature, browser }) {
			const browserHash = hashOfBrowser(browser);
			if (!isSignature(signature))
				throw refused('signature', WALLET_TEXT.signatureForm({ limit: SIGNATURE_BYTES_MAX }), 'signature');
			const now = clock.now();
			const site = siteOf(origin());
			const read = readWalletMessage(message, { site, now, ageMsMax: WALLET_MESSAGE_LIFETIME_MS });
			const chain = chainOf(read.chainId);
			if (chain === undefined)
				throw refused('chain', WALLET_TEXT.chain({ chains: chainNames, was: read.chainId }));
			// The nonce is used up before the signature check, so that it never works twice, whatever the result.
			if (!(await nonces.take(lookupHash('nonce', read.nonce), browserHash, now)))
				throw refused('nonce', WALLET_TEXT.nonce());
			const subject = await subjectOf(read.address, message, signature, chain, clock);
			return { issuer: WALLET_ISSUER, subject, wallet: read.address, provider };
		},
	};
}

async function subjectOf(
	address: Address,
	message: string,
	signature: Hex,
	chain: WalletChain,
	clock: Clock,
): Promise<string> {
	const hash = hashMessage(message);
	if (await isSignedByKeyOf(address, hash, signature)) return `eip155:0:${address.toLowerCase()}`;
	const { rpcUrl, name, chainId } = chain;
	if (rpcUrl === undefined)
		throw refused(
			signature.length === 132 ? 'signature' : 'contract_wallet',
			WALLET_TEXT.noNode({ address, chain: name }),
		);
	if (await isAcceptedByContract({ address, hash, signature }, { ...chain, rpcUrl }, clock))
		return `eip155:${chainId}:${address.toLowerCase()}`;
	throw refused('signature', WALLET_TEXT.notAccepted({ address, chain: name }));
}

function isSignature(text: string): text is Hex {
	return text.length <= 2 + 2 * SIGNATURE_BYTES_MAX && /^0x(?:[0-9a-f]{2})+$/i.test(text);
}

function invalid(field: string, message: Words): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', message, { field });
}
