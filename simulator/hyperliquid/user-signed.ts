/**
 * Parses actions that an account signs with its own key, each with its own typed message. (Page "Exchange endpoint":
 * "Approve an API wallet", "Approve a builder fee"; the exchange's Python client, utils/signing.py; read 2026-11.)
 * The domain is `HyperliquidSignTransaction` with the id of whichever chain the wallet signs on. `usdClassTransfer`
 * moves USDC between the spot and the perpetuals balance. Other transfers and similar actions are not simulated. The
 * simulator refuses them as if their signer had no account.
 */
import { tryParseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { readFields, required } from '../core/json-fields.ts';
import type { Exchange } from '../core/types.ts';
import { approveBuilder, approveWallet } from './approvals.ts';
import { ActionRefusal, MalformedRequest } from './errors.ts';
import { type Hex, type TypedMember, typedDataHash } from './ethereum.ts';

export type UserSigned = {
	/** The hash that was signed, 32 bytes in hexadecimal. */
	readonly hash: Hex;
	/** Nonce in the message; it must equal the request's nonce. */
	readonly nonce: number;
	/** Performs the action for the account. @throws ActionRefusal */
	readonly act: (exchange: Exchange, accountId: string) => void;
};

type Kind = {
	readonly primaryType: string;
	/** Members of the typed message between `hyperliquidChain` and `nonce`. */
	readonly members: readonly { readonly name: string; readonly type: 'address' | 'string' | 'bool' }[];
	readonly act: (exchange: Exchange, accountId: string, texts: Readonly<Record<string, string>>) => void;
};

const KINDS: Readonly<Record<string, Kind>> = {
	approveAgent: {
		primaryType: 'HyperliquidTransaction:ApproveAgent',
		members: [
			{ name: 'agentAddress', type: 'address' },
			{ name: 'agentName', type: 'string' },
		],
		act: (exchange, accountId, { agentAddress = '', agentName = '' }) =>
			approveWallet(exchange, accountId, agentAddress.toLowerCase(), agentName),
	},
	approveBuilderFee: {
		primaryType: 'HyperliquidTransaction:ApproveBuilderFee',
		members: [
			{ name: 'maxFeeRate', type: 'string' },
			{ name: 'builder', type: 'address' },
		],
		act: (exchange, accountId, { maxFeeRate = '', builder = '' }) =>
			approveBuilder(exchange, accountId, builder, tenthsOfBp(maxFeeRate)),
	},
	usdClassTransfer: {
		primaryType: 'HyperliquidTransaction:UsdClassTransfer',
		members: [
			{ name: 'amount', type: 'string' },
			{ name: 'toPerp', type: 'bool' },
		],
		act: (exchange, accountId, { amount = '', toPerp = '' }) =>
			transferClass(exchange, accountId, amount, toPerp === 'true'),
	},
};

/** Actions that the account signs with its own key and that are not simulated. */
const OTHERS: ReadonlySet<unknown> = new Set([
	'usdSend',
	'spotSend',
	'withdraw3',
	'sendAsset',
	'userDexAbstraction',
	'userSetAbstraction',
	'tokenDelegate',
]);

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const CHAIN = /^0x[0-9a-f]{1,12}$/i;
/** "The builder can charge at most 0.1% of perps" (page "Builder codes"). */
const TENTHS_OF_BP_MAX = 100;

export function isUserSigned(action: unknown): action is { readonly type: string } {
	const type = typeof action === 'object' && action !== null && 'type' in action ? action.type : undefined;
	return (typeof type === 'string' && Object.hasOwn(KINDS, type)) || OTHERS.has(type);
}

/** @throws ActionRefusal if the action is not simulated, MalformedRequest if fields are wrong */
export function readUserSigned(action: { readonly type: string }, isTest = false): UserSigned {
	const kind = KINDS[action.type];
	if (kind === undefined)
		throw new ActionRefusal(`Must deposit before performing actions. User: 0x${'0'.repeat(40)}`);
	const names = kind.members.map(({ name }) => name);
	// A field that is null or empty, such as a wallet's name, counts as missing.
	const given = Object.fromEntries(
		Object.entries(action).filter(([, value]) => value !== null && value !== ''),
	);
	const fields = readFields(given, ['type', 'hyperliquidChain', 'signatureChainId', 'nonce', ...names]);
	const chain = required(fields.text('signatureChainId'), 'signatureChainId');
	const nonce = required(fields.whole('nonce', 0, Number.MAX_SAFE_INTEGER), 'nonce');
	const hyperliquidChain = isTest ? 'Testnet' : 'Mainnet';
	if (fields.text('hyperliquidChain') !== hyperliquidChain || !CHAIN.test(chain))
		throw new MalformedRequest();
	const texts = Object.fromEntries(
		kind.members.map(({ name, type }) => {
			if (type === 'bool') return [name, String(required(fields.flag(name), name))];
			const text = fields.text(name) ?? '';
			if (type === 'address' && !ADDRESS.test(text)) throw new MalformedRequest();
			return [name, text];
		}),
	);
	const domain = { name: 'HyperliquidSignTransaction', version: '1', chainId: Number.parseInt(chain, 16) };
	const hash = typedDataHash(domain, kind.primaryType, [
		{ name: 'hyperliquidChain', type: 'string', value: hyperliquidChain },
		...kind.members.map(({ name, type }): TypedMember => {
			const value = texts[name] ?? '';
			if (type === 'bool') return { name, type, value: value === 'true' ? 1n : 0n };
			return { name, type, value } as TypedMember;
		}),
		{ name: 'nonce', type: 'uint64', value: BigInt(nonce) },
	]);
	return { hash, nonce, act: (exchange, accountId) => kind.act(exchange, accountId, texts) };
}

/**
 * Parses a fee rate; `0.01%` is one basis point. @throws MalformedRequest, ActionRefusal above the maximum, with a
 * message that we chose
 */
function tenthsOfBp(rate: string): number {
	const percent = /^(\d{1,3}(?:\.\d{1,4})?)%$/.exec(rate)?.[1];
	if (percent === undefined) throw new MalformedRequest();
	const tenths = Math.round(Number(percent) * 1_000);
	if (tenths > TENTHS_OF_BP_MAX) throw new ActionRefusal('Builder fee is too high.');
	return tenths;
}

/**
 * Moves USDC between the spot and the perpetuals balance. @throws MalformedRequest, ActionRefusal if the balance is too
 * small, with a message that we chose because no page lists one
 */
function transferClass(exchange: Exchange, accountId: string, written: string, toFutures: boolean): void {
	// A transfer of a sub-account has its address behind the amount; sub-accounts are not simulated.
	const amount = tryParseDecimal(written);
	if (amount === undefined || amount <= ZERO) throw new MalformedRequest();
	const { kind } = exchange.wallets.transfer(accountId, { toFutures, amount, clientId: undefined });
	if (kind === 'short') throw new ActionRefusal('Insufficient balance for transfer.');
}
