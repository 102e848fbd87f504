/** A wallet whose key the test has: it signs by hand, or as a wallet of the browser. */
import { readFileSync } from 'node:fs';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Person } from './watched-browser.ts';

export const WALLET_NAME = 'Test Wallet';
const IN_PAGE = readFileSync(new URL('./test-wallet.js', import.meta.url), 'utf8');

export type TestWallet = {
	/** With the checksum of EIP-55. */
	readonly address: string;
	/** As personal_sign (EIP-191). Keeps the signature. */
	sign(message: string): Promise<string>;
	readonly signatures: readonly string[];
};

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

/** Puts the wallet into the person's browser, before its first page. */
export async function installWallet({ context }: Person, wallet: TestWallet): Promise<void> {
	const { address } = wallet;
	await context.exposeFunction('signInTestWallet', (message: string) => wallet.sign(message));
	await context.addInitScript({
		content: `const TEST_WALLET = ${JSON.stringify({ address, name: WALLET_NAME })};\n${IN_PAGE}`,
	});
}
