/**
 * Provides a wallet whose key the test holds. It signs a copied message, or a page's requests as a browser wallet
 * does.
 */
import { readFileSync } from 'node:fs';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Person } from './watched-browser.ts';

/** Name that the wallet announces to pages. */
export const WALLET_NAME = 'Test Wallet';
const IN_PAGE = readFileSync(new URL('./test-wallet.js', import.meta.url), 'utf8');

/** A wallet with a new random key. */
export type TestWallet = {
	/** Address with its EIP-55 checksum. */
	readonly address: string;
	/** Signs as personal_sign does (EIP-191) and records the signature in `signatures`. */
	sign(message: string): Promise<string>;
	readonly signatures: readonly string[];
};

/** Creates a wallet with a new random key. */
export function newTestWallet(): TestWallet {
	const account = privateKeyToAccount(generatePrivateKey());
	const signatures: string[] = [];
	return {
		address: account.address,
		signatures,
		async sign(message) {
			const signature = await account.signMessage({ message });
			signatures.push(signature);
			return signature;
		},
	};
}

/** Installs the wallet in the user's browser. Call this before the user opens a page. */
export async function installWallet({ context }: Person, wallet: TestWallet): Promise<void> {
	const { address } = wallet;
	await context.exposeFunction('signInTestWallet', (message: string) => wallet.sign(message));
	await context.addInitScript({
		content: `const TEST_WALLET = ${JSON.stringify({ address, name: WALLET_NAME })};\n${IN_PAGE}`,
	});
}
