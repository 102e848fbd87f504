/**
 * A minimal Hyperliquid client for tests. It packs and signs actions as the documentation describes and returns raw
 * bodies. It shares no code with the packing in the simulator or in ccxt, so a mistake in any of them is noticed.
 */
import { keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { SimulatorAccount } from './harness.ts';

export type RawAnswer = { readonly status: number; readonly body: unknown };

export type RawClient = {
	/** Sends `POST /info`, which needs no signature. */
	info(type: string, params?: object): Promise<RawAnswer>;
	/**
	 * Sends an action that the account itself signs, as a typed message. `sent` replaces fields of the action after
	 * signing.
	 */
	approve(
		primaryType: string,
		members: readonly { readonly name: string; readonly type: string }[],
		action: Readonly<Record<string, unknown>>,
		sent?: object,
	): Promise<RawAnswer>;
	/** Sends a signed `POST /exchange`. `sent` replaces fields of the request after signing. */
	act(
		action: object,
		stamps?: { readonly nonce?: number; readonly expiresAfter?: number },
		sent?: object,
	): Promise<RawAnswer>;
};

/** Creates a client that signs with the account's key. */
export function rawClient(port: number, account: Pick<SimulatorAccount, 'secret'>): RawClient {
	const signer = privateKeyToAccount(account.secret as `0x${string}`);
	let latest = 0;
	const post = async (path: string, body: object): Promise<RawAnswer> => {
		const response = await fetch(`http://127.0.0.1:${port}${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		const text = await response.text();
		return { status: response.status, body: response.ok ? JSON.parse(text) : text };
	};
	const signed = async (action: object, nonce: number, expiresAfter: number | undefined): Promise<object> => {
		const expiry = expiresAfter === undefined ? [] : [Uint8Array.of(0), eightBytes(expiresAfter)];
		const connectionId = keccak256(
			Buffer.concat([packed(action), eightBytes(nonce), Uint8Array.of(0), ...expiry]),
		);
		const signature = await signer.signTypedData({
			domain: {
				name: 'Exchange',
				version: '1',
				chainId: 1337,
				verifyingContract: `0x${'0'.repeat(40)}`,
			},
			types: {
				Agent: [
					{ name: 'source', type: 'string' },
					{ name: 'connectionId', type: 'bytes32' },
				],
			},
			primaryType: 'Agent',
			message: { source: 'a', connectionId },
		});
		return partsOf(signature);
	};
	return {
		info: (type, params = {}) => post('/info', { type, ...params }),
		async approve(primaryType, members, action, sent = {}) {
			latest = Math.max(Date.now(), latest + 1);
			const nonce = latest;
			const chains = { hyperliquidChain: 'Mainnet', signatureChainId: '0xa4b1' };
			const text = await signer.signTypedData({
				domain: {
					name: 'HyperliquidSignTransaction',
					version: '1',
					chainId: 42_161,
					verifyingContract: `0x${'0'.repeat(40)}`,
				},
				types: {
					[primaryType]: [
						{ name: 'hyperliquidChain', type: 'string' },
						...members,
						{ name: 'nonce', type: 'uint64' },
					],
				},
				primaryType,
				message: { ...chains, ...action, nonce: BigInt(nonce) },
			});
			return post('/exchange', {
				action: { ...chains, ...action, nonce, ...sent },
				nonce,
				signature: partsOf(text),
			});
		},
		async act(action, stamps = {}, sent = {}) {
			latest = Math.max(Date.now(), latest + 1);
			const { nonce = latest, expiresAfter } = stamps;
			const signature = await signed(action, nonce, expiresAfter);
			return post('/exchange', {
				action,
				nonce,
				signature,
				...(expiresAfter === undefined ? {} : { expiresAfter }),
				...sent,
			});
		},
	};
}

function partsOf(signature: string): object {
	return {
		r: signature.slice(0, 66),
		s: `0x${signature.slice(66, 130)}`,
		v: Number.parseInt(signature.slice(130), 16),
	};
}

function eightBytes(value: number): Uint8Array {
	const bytes = Buffer.alloc(8);
	bytes.writeBigUInt64BE(BigInt(value));
	return bytes;
}

/** Encodes the value types that actions contain as MessagePack (specification on GitHub, "Formats"). */
function packed(value: unknown): Uint8Array {
	if (value === null) return Uint8Array.of(0xc0);
	if (typeof value === 'boolean') return Uint8Array.of(value ? 0xc3 : 0xc2);
	if (typeof value === 'number') return value < 128 ? Uint8Array.of(value) : wide(value);
	if (typeof value === 'string') {
		const text = Buffer.from(value);
		const head = text.length < 32 ? [0xa0 | text.length] : [0xd9, text.length];
		return Buffer.concat([Uint8Array.from(head), text]);
	}
	if (Array.isArray(value)) return Buffer.concat([Uint8Array.of(0x90 | value.length), ...value.map(packed)]);
	const members = Object.entries(value as object);
	return Buffer.concat([Uint8Array.of(0x80 | members.length), ...members.flat().map(packed)]);
}

function wide(value: number): Uint8Array {
	if (value < 2 ** 8) return Uint8Array.of(0xcc, value);
	if (value < 2 ** 16) return Uint8Array.of(0xcd, value >> 8, value & 255);
	const bytes = Buffer.alloc(value < 2 ** 32 ? 5 : 9);
	bytes[0] = value < 2 ** 32 ? 0xce : 0xcf;
	if (value < 2 ** 32) bytes.writeUInt32BE(value, 1);
	else bytes.writeBigUInt64BE(BigInt(value), 1);
	return bytes;
}
