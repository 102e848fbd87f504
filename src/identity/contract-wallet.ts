/**
 * Checks whether a contract wallet accepts a signature, which only the wallet's chain can decide. Under ERC-1271, the
 * contract itself decides. Under ERC-6492, the decision comes from an undeployed contract that the signature
 * describes (https://eips.ethereum.org, read 2026-11). One `eth_call` of ERC-6492's universal validator covers both.
 */

import {
	type Address,
	createPublicClient,
	encodeDeployData,
	erc6492SignatureValidatorAbi,
	erc6492SignatureValidatorByteCode,
	type Hex,
	http,
	RpcRequestError,
} from 'viem';
import type { Clock } from '../ports/clock.ts';
import type { Words } from '../sentences/sentence.ts';
import { createBoundedFetch, noAnswerUnder } from './bounded-fetch.ts';
import { unavailable } from './proven-identity.ts';
import { WALLET_TEXT } from './text.ts';

/** A chain whose wallets can log in. */
export type WalletChain = {
	/** EIP-155 chain id. */
	readonly chainId: number;
	readonly name: string;
	/** JSON-RPC URL of a node, which logins with contract wallets need. It may contain a key, so it is never shown. */
	readonly rpcUrl: string | undefined;
};

/** Time limit for each response from a chain's node, milliseconds. */
export const NODE_TIME_LIMIT_MS = 3_000;
const WRAPPED_BY_ERC_6492 = `${'6492'.repeat(16)}`;
/**
 * Matches the messages with which nodes report that the called code itself failed. After any other error, nothing is
 * known about the signature.
 */
const FAILED_IN_THE_CONTRACT = /revert|invalid opcode|invalid jump|out of gas/i;
const REVERT_CODE = 3;

/**
 * True if the contract at `address` accepts the signature. @throws CarrywireError LOGIN_UNAVAILABLE if the node does
 * not respond within `NODE_TIME_LIMIT_MS`, returns an unusable response or serves another chain
 */
export async function isAcceptedByContract(
	request: { readonly address: Address; readonly hash: Hex; readonly signature: Hex },
	chain: WalletChain & { readonly rpcUrl: string },
	clock: Clock,
): Promise<boolean> {
	const client = createPublicClient({
		transport: http(chain.rpcUrl, {
			fetchFn: createBoundedFetch({ clock, timeLimitMs: NODE_TIME_LIMIT_MS }),
			retryCount: 0,
			timeout: 0,
		}),
		ccipRead: false,
	});
	// The calls run in parallel, so the time limit for one call applies to all of them.
	const [chainId, code, verdict] = await Promise.allSettled([
		client.getChainId(),
		client.getCode({ address: request.address }),
		client.call({
			data: encodeDeployData({
				abi: erc6492SignatureValidatorAbi,
				bytecode: erc6492SignatureValidatorByteCode,
				args: [request.address, request.hash, request.signature],
			}),
		}),
	]);
	const answeredChainId = answerOf(chainId, chain);
	if (answeredChainId !== chain.chainId)
		throw unavailable(
			WALLET_TEXT.wrongNode({ chain: chain.name, expected: chain.chainId, was: answeredChainId }),
		);
	const answeredCode = answerOf(code, chain) ?? '0x';
	if (!isHex(answeredCode)) throw unusable(chain, WALLET_TEXT.noCode());
	// If there is no contract, the validator falls back to recovering a key, under less strict rules than ours. Its
	// verdict is then ignored.
	const isContract = answeredCode !== '0x' || request.signature.endsWith(WRAPPED_BY_ERC_6492);
	if (!isContract) return false;
	if (verdict.status === 'rejected' && failedInTheContract(verdict.reason)) return false;
	const answer = answerOf(verdict, chain).data ?? '0x';
	if (!isHex(answer)) throw unusable(chain, WALLET_TEXT.noResult());
	return /^0x0*1$/.test(answer);
}

function answerOf<T>(settled: PromiseSettledResult<T>, chain: WalletChain): T {
	if (settled.status === 'fulfilled') return settled.value;

	throw unusable(chain, noAnswerUnder(settled.reason)?.words ?? WALLET_TEXT.nodeError());
}

function unusable(chain: WalletChain, fault: Words): Error {
	return unavailable(WALLET_TEXT.node({ chain: chain.name, fault }));
}

function isHex(value: unknown): value is Hex {
	return typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value);
}

function failedInTheContract(error: unknown): boolean {
	for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1)
		if (at instanceof RpcRequestError)
			return at.code === REVERT_CODE || FAILED_IN_THE_CONTRACT.test(at.details);
	return false;
}
