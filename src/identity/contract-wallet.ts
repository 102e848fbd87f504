/**
 * Whether a wallet that is a contract accepts a signature. Only its chain can tell: ERC-1271 (the contract is asked)
 * and ERC-6492 (it is not deployed yet, and the signature says how it would be; https://eips.ethereum.org, read
 * 2026-11). One `eth_call` of the universal validator of ERC-6492 answers for both.
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
import { createBoundedFetch, noAnswerUnder } from './bounded-fetch.ts';
import { unavailable } from './proven-identity.ts';

/** A chain on which wallets may prove themselves. */
export type WalletChain = {
	/** EIP-155. */
	readonly chainId: number;
	readonly name: string;
	/** JSON-RPC of a node; without one, contract wallets of the chain cannot be judged. May hold a key: never shown. */
	readonly rpcUrl: string | undefined;
};

/** Time for each answer of a chain's node. */
export const NODE_TIME_LIMIT_MS = 3_000;
const WRAPPED_BY_ERC_6492 = `${'6492'.repeat(16)}`;
/** Codes and words by which nodes say that the called code itself failed. Another error says nothing about the signature. */
const FAILED_IN_THE_CONTRACT = /revert|invalid opcode|invalid jump|out of gas/i;
const REVERT_CODE = 3;

/**
 * @throws CarrywireError LOGIN_UNAVAILABLE when the node does not answer within `NODE_TIME_LIMIT_MS`, answers what is no
 * answer, or is one of another chain.
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
	// All at once, and each is bounded, so that the whole is bounded by the same time.
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
			`The node that is configured for ${chain.name} must be of chain ${chain.chainId}, was of ${answeredChainId}.`,
		);
	const answeredCode = answerOf(code, chain) ?? '0x';
	if (!isHex(answeredCode)) throw noUse(chain, 'answered what is no code of a contract');
	// The validator falls back to the recovery of a key where there is no contract, and by laxer rules than ours.
	const isContract = answeredCode !== '0x' || request.signature.endsWith(WRAPPED_BY_ERC_6492);
	if (!isContract) return false;
	if (verdict.status === 'rejected' && failedInTheContract(verdict.reason)) return false;
	const answer = answerOf(verdict, chain).data ?? '0x';
	if (!isHex(answer)) throw noUse(chain, 'answered no result of the call');
	return /^0x0*1$/.test(answer);
}

function answerOf<T>(settled: PromiseSettledResult<T>, chain: WalletChain): T {
	if (settled.status === 'fulfilled') return settled.value;
	const silence = noAnswerUnder(settled.reason);
	throw noUse(chain, silence === undefined ? 'answered with an error or with no JSON-RPC' : silence.message);
}

function noUse(chain: WalletChain, what: string): Error {
	return unavailable(`The node of ${chain.name}, which must judge a contract wallet, ${what}. Try again.`);
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
