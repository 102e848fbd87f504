/**
 * Runs a fake chain node on loopback with the methods that a login uses: `eth_chainId`, `eth_getCode`, and `eth_call`
 * of the universal validator of ERC-6492. Contracts are JavaScript functions. The validator is implemented here from
 * the text of the standard. viem decodes the calls, so a malformed call gets an error.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
	type Address,
	concatHex,
	decodeAbiParameters,
	decodeDeployData,
	encodeAbiParameters,
	erc6492SignatureValidatorAbi,
	erc6492SignatureValidatorByteCode,
	type Hex,
	recoverAddress,
} from 'viem';

/** `isValidSignature` of ERC-1271. It returns true or false; it throws if the contract would revert. */
export type Contract = (hash: Hex, signature: Hex) => boolean | Promise<boolean>;

/** A faulty response of a node, instead of the correct one. */
export type Misconduct = (
	response: ServerResponse,
	request: { readonly method: string; readonly id: unknown },
) => void;

export type ChainNode = {
	readonly url: string;
	/** Names of the methods called, in order of arrival. */
	readonly asked: string[];
	/** Resolves when this many requests have arrived. */
	readonly arrived: (count: number) => Promise<void>;
	readonly close: () => Promise<void>;
};

/** Returns a contract that accepts a signature if `owner`'s key made it. */
export function ownedBy(owner: Address): Contract {
	return async (hash, signature) => (await recoverAddress({ hash, signature })) === owner;
}

export const ERC_6492_SUFFIX: Hex = `0x${'6492'.repeat(16)}`;

/** Wraps a signature as ERC-6492 specifies, with the call that deploys the contract. */
export function wrapped(factory: Address, factoryData: Hex, signature: Hex): Hex {
	return concatHex([
		encodeAbiParameters(
			[{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
			[factory, factoryData, signature],
		),
		ERC_6492_SUFFIX,
	]);
}

export async function startChainNode(chain: {
	readonly chainId: number;
	/** Deployed contracts, by address in lower case. */
	readonly contracts?: Readonly<Record<string, Contract>>;
	/** Contracts that a call to a factory would deploy, by `factory:data` in lower case. */
	readonly deployable?: Readonly<Record<string, readonly [address: string, contract: Contract]>>;
	readonly misconduct?: Misconduct;
}): Promise<ChainNode> {
	const asked: string[] = [];
	const waiting: { readonly count: number; readonly go: () => void }[] = [];
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', async () => {
			const { method, params, id } = JSON.parse(Buffer.concat(parts).toString()) as RpcRequest;
			asked.push(method);
			for (const { count, go } of waiting) if (asked.length >= count) go();
			if (chain.misconduct !== undefined) return chain.misconduct(response, { method, id });
			const outcome = await answerOf(method, params).catch((error: Error) => ({
				error: { code: 3, message: `execution reverted: ${error.message}` },
			}));
			sendJson(response, { jsonrpc: '2.0', id, ...outcome });
		});
	});

	async function answerOf(method: string, params: RpcRequest['params']): Promise<object> {
		switch (method) {
			case 'eth_chainId':
				return { result: `0x${chain.chainId.toString(16)}` };
			case 'eth_getCode':
				return { result: chain.contracts?.[String(params[0]).toLowerCase()] === undefined ? '0x' : '0x6001' };
			case 'eth_call':
				return { result: (await validated(params[0] as { readonly data: Hex })) ? '0x01' : '0x00' };
			default:
				return { error: { code: -32601, message: `the method ${method} does not exist` } };
		}
	}

	/**
	 * Runs the validator. It deploys the contract if it is missing and calls it. If there is no contract at the
	 * address, it recovers the signing key instead.
	 */
	async function validated({ data }: { readonly data: Hex }): Promise<boolean> {
		const { args } = decodeDeployData({
			abi: erc6492SignatureValidatorAbi,
			bytecode: erc6492SignatureValidatorByteCode,
			data,
		});
		const [address, hash, signature] = args;
		let contract = chain.contracts?.[address.toLowerCase()];
		if (!signature.endsWith(ERC_6492_SUFFIX.slice(2))) {
			if (contract !== undefined) return await contract(hash, signature);
			return (await recoverAddress({ hash, signature })) === address;
		}
		const [factory, factoryData, inner] = decodeAbiParameters(
			[{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
			signature.slice(0, -64) as Hex,
		);
		const deployed = chain.deployable?.[`${factory}:${factoryData}`.toLowerCase()];
		if (contract === undefined && deployed?.[0] === address.toLowerCase()) contract = deployed[1];
		if (contract === undefined) throw new Error('SignatureValidator: deployment');
		return await contract(hash, inner);
	}

	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3/key-of-the-operator`,
		asked,
		arrived: (count) =>
			new Promise((resolve) => {
				if (asked.length >= count) resolve();
				else waiting.push({ count, go: resolve });
			}),
		close() {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
}

type RpcRequest = { readonly method: string; readonly params: readonly unknown[]; readonly id: unknown };

export function sendJson(response: ServerResponse, body: unknown): void {
	response.setHeader('content-type', 'application/json');
	response.end(JSON.stringify(body));
}
