/** Defines linked chats, the commands that they send, and the API's view of both. Times are milliseconds. */

import type { Sentence } from '../sentences/sentence.ts';

/** Chat platforms that can send commands. */
export const CHAT_PLATFORMS = ['telegram', 'slack'] as const;
/** One of `CHAT_PLATFORMS`. */
export type ChatPlatform = (typeof CHAT_PLATFORMS)[number];

/** A person in a chat. The ids are the platform's own; a Slack id has the workspace as its prefix. */
export type ChatPlace = {
	readonly platform: ChatPlatform;
	readonly chatId: string;
	readonly personId: string;
};

/** Names to show for a place; null if the platform sends none. */
export type ChatNames = { readonly chatName: string | null; readonly personName: string | null };

/** A chat that is linked to a user's agent. Commands of this person in this chat run as the agent. */
export type LinkedChat = ChatPlace &
	ChatNames & {
		readonly linkId: string;
		readonly userId: string;
		readonly agentId: string;
		/**
		 * True if this chat may do three things that other agents may not: close positions that its agent did not open,
		 * answer suggestions of pots that its agent did not start, and end the owner's halt.
		 */
		readonly actsForOwner: boolean;
		readonly linkedAt: number;
		/** Time of the last command; null before the first. */
		readonly lastUsedAt: number | null;
	};

/** States of the connection to a platform. `off`: no token is configured. */
export const CHAT_STATES = ['off', 'connecting', 'connected', 'failing'] as const;

/** The connection to a platform. */
export type ChatConnection = {
	readonly platform: ChatPlatform;
	readonly state: (typeof CHAT_STATES)[number];
	/** The bot's user name; null before the platform has reported it. */
	readonly botName: string | null;
	/** Why the connection fails, in a sentence; null while it does not. */
	readonly problem: Sentence | null;
	/** Time of the last change of `state`; null while `off`. */
	readonly since: number | null;
};

/** A one-time code that links a chat. The store has only its hash. */
export type ChatCode = { readonly code: string; readonly expiresAt: number };

/** Lists, creates and removes one user's links, for the API. */
export interface ChatLinks {
	connections(): readonly ChatConnection[];
	/** Returns the user's linked chats, oldest first. */
	list(userId: string): Promise<readonly LinkedChat[]>;
	/**
	 * Creates a code and replaces the user's earlier unused one. @throws CarrywireError CHAT_NOT_SET_UP,
	 * TOO_MANY_CHATS
	 */
	createCode(userId: string, agentId: string, actsForOwner: boolean): Promise<ChatCode>;
	/** Removes a link. Its buttons stop working at once. @throws CarrywireError UNKNOWN_CHAT */
	remove(userId: string, linkId: string): Promise<void>;
}

/** An act that a button confirms. */
export type ChatAct =
	| { readonly kind: 'close'; readonly executionId: string; readonly name: string }
	| { readonly kind: 'halt' }
	| { readonly kind: 'resume' }
	| {
			/** One change that a pot suggests; the second button declines it. */
			readonly kind: 'suggestion';
			/** Name of the pot. */
			readonly pot: string;
			readonly potId: string;
			readonly decisionId: string;
			/** Number of the change in its decision. */
			readonly number: number;
			/** Time after which an opening is not made, milliseconds; null for a reduction. */
			readonly validUntil: number | null;
			/** The change in words, such as `open SOL`. */
			readonly name: string;
	  };

/** A decision of a pot that waits for its owner. */
export type PotSuggestion = {
	readonly userId: string;
	/** The agent that started the pot; null if the user did. */
	readonly agentId: string | null;
	readonly decisionId: string;
};

/** Meaning of a message or of a pressed button. */
export type ChatIntent =
	| { readonly kind: 'status' | 'positions' | 'suggestions' | 'halt' | 'resume' }
	| { readonly kind: 'help' | 'unlink' }
	/** `coin`: upper-case coin or symbol; null for all. */
	| { readonly kind: 'opportunities'; readonly coin: string | null }
	/** `target`: an execution id or a coin, as typed. */
	| { readonly kind: 'close'; readonly target: string }
	/** The code itself is never stored. */
	| { readonly kind: 'link'; readonly codeHash: string }
	| { readonly kind: 'press'; readonly nonce: string; readonly isConfirmed: boolean }
	/** A command whose argument is missing or wrong. */
	| { readonly kind: 'usage'; readonly command: 'close' | 'link' }
	| { readonly kind: 'unknown' };

/** The platform's references that an answer needs. */
export type ChatReference = {
	/** Telegram: id of the pressed button's query. */
	readonly queryId?: string;
	/** Telegram: id of the message with the pressed button. */
	readonly messageId?: number;
	/** Slack: address for the answer, valid for 30 minutes. */
	readonly answerUrl?: string;
};

/** A command or a pressed button, as received. */
export type ChatEntry = {
	readonly place: ChatPlace;
	readonly names: ChatNames;
	readonly intent: ChatIntent;
	readonly reference: ChatReference;
};
