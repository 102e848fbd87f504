/** Creates and redeems link codes, and lists and removes linked chats. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { ChatConnection, ChatEntry, ChatLinks, LinkedChat } from '../ports/chat.ts';
import type { ChatStore } from '../ports/chat-store.ts';
import type { Clock, Random } from '../ports/clock.ts';
import { CODE_ALPHABET, CODE_LENGTH, codeHash } from './commands.ts';
import { CONNECTION_TEXT } from './text.ts';

/** Validity of a link code, milliseconds. */
export const CODE_MS = 10 * 60_000;
/** Maximum number of linked chats per user. */
export const CHATS_PER_USER_MAX = 20;
const GROUP_LENGTH = 4;
const LINK_ID_BYTES = 12;

/** Slows down guesses by failures in a row. @throws CarrywireError RATE_LIMITED from `check` */
export interface GuessLimit {
	check(keys: readonly string[]): void;
	failed(keys: readonly string[]): void;
	succeeded(keys: readonly string[]): void;
}

type LinkParts = {
	readonly store: Pick<ChatStore, 'putCode' | 'redeem' | 'listOf' | 'remove'>;
	readonly clock: Clock;
	readonly random: Random;
	readonly guesses: GuessLimit;
	/** Returns the connections to all platforms. */
	readonly connections: () => readonly ChatConnection[];
};

/** Links of all users, and the use of a code from a chat. */
export type ChatLinkBook = ChatLinks & {
	/**
	 * Links the entry's place with a code. Undefined for a code that is unknown, expired or used. @throws
	 * CarrywireError RATE_LIMITED after several wrong codes
	 */
	redeem(entry: Pick<ChatEntry, 'place' | 'names'>, hash: string): Promise<LinkedChat | undefined>;
};

/** Creates the book of links. */
export function createChatLinks({ store, clock, random, guesses, connections }: LinkParts): ChatLinkBook {
	return {
		connections,
		list: (userId) => store.listOf(userId),
		async createCode(userId, agentId, actsForOwner) {
			if (connections().every(({ state }) => state === 'off'))
				throw new CarrywireError('CHAT_NOT_SET_UP', CONNECTION_TEXT.notSetUp());
			if ((await store.listOf(userId)).length >= CHATS_PER_USER_MAX)
				throw new CarrywireError('TOO_MANY_CHATS', CONNECTION_TEXT.tooMany({ limit: CHATS_PER_USER_MAX }), {
					facts: { limit: CHATS_PER_USER_MAX },
				});
			const code = newCode(random);
			const expiresAt = clock.now() + CODE_MS;
			await store.putCode({ codeHash: codeHash(code), userId, agentId, actsForOwner, expiresAt });
			return { code, expiresAt };
		},
		async remove(userId, linkId) {
			if (await store.remove(userId, linkId)) return;
			throw new CarrywireError('UNKNOWN_CHAT', CONNECTION_TEXT.unknownLink({ was: linkId.slice(0, 64) }), {
				field: 'link_id',
			});
		},
		async redeem({ place, names }, hash) {
			const keys = [`${place.platform} ${place.personId}`, `${place.platform} ${place.chatId}`];
			guesses.check(keys);
			const linkId = `chat_${random.hex(LINK_ID_BYTES)}`;
			const link = await store.redeem(hash, { ...place, ...names, linkId, at: clock.now() });
			if (link === undefined) guesses.failed(keys);
			else guesses.succeeded(keys);
			return link;
		},
	};
}

/** Creates a code such as `7K3M-Q0ZC-9XTA`: 60 random bits. */
function newCode(random: Random): string {
	// A byte modulo 32 is uniform, because 256 is a multiple of 32.
	const characters = [...Buffer.from(random.hex(CODE_LENGTH), 'hex')].map((byte) => CODE_ALPHABET[byte % 32]);
	return [0, 1, 2]
		.map((group) => characters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''))
		.join('-');
}
