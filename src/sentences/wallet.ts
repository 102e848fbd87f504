/** Refusals of logins by a wallet's signature. */
import type { Words, Writer } from './sentence.ts';

type Limit = { readonly limit: number };
type Signed = { readonly address: string; readonly chain: string };

/** Refusals of logins by a wallet's signature. */
export const wallet = {
	address: () => 'address must be 0x and 40 hex digits, in lower case or EIP-55, and not zero.',
	chainId: ({ chains }: { chains: string }) => `chainId must be one of ${chains}.`,
	statement: ({ limit }: Limit) =>
		`statement must be one line of 1 to ${limit} letters, digits, spaces and URI characters.`,
	signatureForm: ({ limit }: Limit, write: Writer) =>
		`The signature must be 0x and whole bytes in hex, at most ${write.number(limit)} bytes.`,
	chain: ({ chains, was }: { chains: string; was: number }) =>
		`The chain of the message must be one of ${chains}; was ${was}.`,
	nonce: () =>
		'The nonce of the message is unknown, already used, expired, or from another browser. Start again.',
	noNode: ({ address, chain }: Signed) =>
		`The signature was not made by the key of ${address}. If that is a contract wallet, it cannot log in on ${chain}: the operator has configured no node for that chain.`,
	notAccepted: ({ address, chain }: Signed) =>
		`The signature was not made by the key of ${address}, and no contract wallet at that address on ${chain} accepts it.`,
	wrongNode: ({ chain, expected, was }: { chain: string; expected: number; was: number }) =>
		`The node configured for ${chain} must serve chain ${expected}; it serves ${was}.`,
	node: ({ chain, fault }: { chain: string; fault: Words }, write: Writer) =>
		`The ${chain} node that checks contract wallets ${write.words(fault)}. Try again.`,
	noCode: () => 'did not answer with contract code',
	noResult: () => 'did not answer with the result of the call',
	nodeError: () => 'answered with an error or without JSON-RPC',
	tooLong: ({ length, limit }: Limit & { length: number }, write: Writer) =>
		`The message has ${write.number(length)} characters; the limit is ${write.number(limit)}.`,
	resources: () => 'The message must not list resources.',
	otherUri: ({ uri }: { uri: string }) => `The URI of the message must be ${uri}; it is a different one.`,
	chainNumber: () => 'The chain id of the message is too large.',
	notMessage: () => 'The text is not an EIP-4361 version 1 message.',
	otherSite: ({ site }: { site: string }) => `The message must be for ${site}; it is for another site.`,
	messageAddress: () => 'The address of the message must be in EIP-55 form and not zero.',
	future: ({ skew }: { skew: number }, write: Writer) =>
		`The message was issued more than ${write.duration(skew)} in the future.`,
	old: ({ age }: { age: number }, write: Writer) =>
		`The message is older than ${write.duration(age)}. Start again.`,
	expired: () => 'The message has expired. Start again.',
	early: () => 'The message is not valid yet.',
};
