/**
 * Login by an Ethereum wallet: the service asks for the signature under a message that names this site and a nonce
 * (EIP-4361), and whoever can make it is the owner of the address.
 *
 * Who that is: the key of an externally owned account is the same person on every chain, so its subject carries the
 * chain 0, which does not exist, and one user comes out whatever chain the wallet was switched to. A contract lives
 * on one chain; at the same address of another there can be a contract of somebody else, so its subject carries its
 * chain. The two kinds never meet: an address has a key or was made by a deployment. An account with a key that also
 * has code (EIP-7702) is itself by its key, and another user where only its code accepts.
 */
import { type Address, getAddress, type Hex, hashMessage } from 'viem';
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { NonceStore } from '../ports/login-store.ts';
import { isAcceptedByContract, type WalletChain } from './contract-wallet.ts';
import { isSignedByKeyOf } from './key-signature.ts';
import { hashOfBrowser, lookupHash, type ProvenIdentity, refused, WALLET_ISSUER } from './proven-identity.ts';
import {
	isOwnedAddress,
	isStatement,
	readWalletMessage,
	STATEMENT_LENGTH_MAX,
	siteOf,
	writeWalletMessage,
} from './wallet-message.ts';

/** Time for a wallet to sign its message. */
export const WALLET_MESSAGE_LIFETIME_MS = 300_000;
/** 128 bits, in 32 hex digits: EIP-4361 asks for eight alphanumeric characters or more. */
const NONCE_BYTES = 16;
/** A contract wallet's signature with passkeys and a wrapping deployment is a few thousand bytes. */
const SIGNATURE_BYTES_MAX = 16_384;

/** Logins by signatures of wallets on the configured chains. */
export interface WalletLogin {
	/**
	 * The message that the wallet has to sign. Its nonce serves one signature, in this browser, until `expiresAt`.
	 * @param browser opaque id of the browser's pre-login cookie
	 * @throws CarrywireError INVALID_PARAMS for an address, chain or statement that cannot be; LOGIN_REFUSED without a
	 * browser.
	 */
	begin(request: {
		readonly address: string;
		readonly chainId: number;
		readonly browser: string;
		readonly statement?: string | undefined;
	}): Promise<{ readonly message: string; readonly nonce: string; readonly expiresAt: number }>;
	/**
	 * @param message the raw text that was signed
	 * @throws CarrywireError LOGIN_REFUSED with its `reason`; LOGIN_UNAVAILABLE when a node has to judge and does not. The
	 * nonce is spent in either case, but where `field` says that the signature is none.
	 */
	finish(request: {
		readonly message: string;
		readonly signature: string;
		readonly browser: string;
	}): Promise<ProvenIdentity>;
}

/** Nonces wait in the store, as hashes; contracts are asked on their own chain. */
export function createWalletLogin(parts: {
	/** Id of the configured provider. */
	readonly provider: string;
	readonly chains: readonly WalletChain[];
	/** Base URL of the service as its users reach it. Never what a request calls it. */
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
			if (!isOwnedAddress(address))
				throw invalid(
					'address',
					'address must be 0x and 40 hex digits, in lower case or EIP-55, and not zero.',
				);
			if (chainOf(chainId) === undefined) throw invalid('chainId', `chainId must be one of ${chainNames}.`);
			if (statement !== undefined && !isStatement(statement))
				throw invalid(
					'statement',
					`statement must be one line of 1 to ${STATEMENT_LENGTH_MAX} letters, digits, spaces and URI signs.`,
				);
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
				throw refused(
					'signature',
					`The signature must be 0x and whole bytes in hex, at most ${SIGNATURE_BYTES_MAX}.`,
					'signature',
				);
			const now = clock.now();
			const site = siteOf(origin());
			const read = readWalletMessage(message, { site, now, ageMsMax: WALLET_MESSAGE_LIFETIME_MS });
			const chain = chainOf(read.chainId);
			if (chain === undefined)
				throw refused('chain', `The chain of the message must be one of ${chainNames}, was ${read.chainId}.`);
			// Before the signature is looked at: whatever comes of it, this nonce proves nothing a second time.
			if (!(await nonces.take(lookupHash('nonce', read.nonce), browserHash, now)))
				throw refused('nonce', 'The nonce is unknown, used, expired, or of another browser. Begin again.');
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
			`The signature is not by the key of ${address}. If that is a contract wallet: it cannot log in on ${name}, for which no node is configured.`,
		);
	if (await isAcceptedByContract({ address, hash, signature }, { ...chain, rpcUrl }, clock))
		return `eip155:${chainId}:${address.toLowerCase()}`;
	throw refused(
		'signature',
		`The signature is neither by the key of ${address} nor accepted by a contract wallet there on ${name}.`,
	);
}

function isSignature(text: string): text is Hex {
	return text.length <= 2 + 2 * SIGNATURE_BYTES_MAX && /^0x(?:[0-9a-f]{2})+$/i.test(text);
}

function invalid(field: string, message: string): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', message, { field });
}
