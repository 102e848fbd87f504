/** Stores linked chats, link codes, confirmations and received commands. Every write is durable when it resolves. */
import type { ChatAct, ChatEntry, ChatNames, ChatPlace, ChatPlatform, LinkedChat } from './chat.ts';

/** A link code, of which only the hash is stored. `expiresAt` is milliseconds. */
export type StoredChatCode = {
	readonly codeHash: string;
	readonly userId: string;
	readonly agentId: string;
	readonly actsForOwner: boolean;
	readonly expiresAt: number;
};

/** A button pair that waits for its person. `expiresAt` is milliseconds. */
export type StoredConfirmation = {
	readonly nonce: string;
	readonly linkId: string;
	readonly act: ChatAct;
	readonly expiresAt: number;
};

/** A stored command. `seq` grows in the order of arrival. */
export type WaitingEntry = { readonly seq: number; readonly entry: ChatEntry };

/** Stores everything that chats need across restarts. */
export interface ChatStore {
	/** Stores a code and deletes the user's earlier codes. */
	putCode(code: StoredChatCode): Promise<void>;
	/**
	 * Uses up a code and links the place, replacing the place's earlier link. Repeating the call for the same place
	 * returns the same link. Undefined for an unknown, expired or used code.
	 */
	redeem(
		codeHash: string,
		link: ChatPlace & ChatNames & { readonly linkId: string; readonly at: number },
	): Promise<LinkedChat | undefined>;
	find(place: ChatPlace): Promise<LinkedChat | undefined>;
	/**
	 * Returns the link of a confirmation, if this person of this platform owns it. The button may be in another chat
	 * than the link, such as the direct messages of a bot.
	 */
	linkOfButton(
		nonce: string,
		person: Pick<ChatPlace, 'platform' | 'personId'>,
	): Promise<LinkedChat | undefined>;
	/** Returns the user's links, oldest first. */
	listOf(userId: string): Promise<readonly LinkedChat[]>;
	/** Deletes a link with its confirmations. False if the user has no such link. */
	remove(userId: string, linkId: string): Promise<boolean>;
	touch(linkId: string, at: number): Promise<void>;
	putConfirmation(confirmation: StoredConfirmation): Promise<void>;
	/** Takes a confirmation of this link, once. Undefined if it is unknown, expired or already taken. */
	take(nonce: string, linkId: string, at: number): Promise<ChatAct | undefined>;
	/** Records that the act of a taken confirmation has ended. */
	finish(nonce: string, at: number): Promise<void>;
	/** Returns the acts that were taken and have not ended. */
	unfinished(): Promise<
		readonly { readonly nonce: string; readonly link: LinkedChat; readonly act: ChatAct }[]
	>;
	/**
	 * Stores received entries in one transaction. Returns those that were not stored before; `key` identifies an
	 * entry at its platform.
	 */
	accept(
		platform: ChatPlatform,
		entries: readonly { readonly key: string; readonly entry: ChatEntry }[],
		at: number,
	): Promise<readonly WaitingEntry[]>;
	/** Returns the entries that have not been handled, oldest first. */
	waiting(): Promise<readonly WaitingEntry[]>;
	/** Marks an entry as handled and deletes its content. */
	handled(seq: number): Promise<void>;
	/** Deletes handled entries, codes and confirmations from before this time, milliseconds. */
	prune(before: number): Promise<void>;
}
