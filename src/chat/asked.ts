/** Defines an entry of a linked chat with everything that answers it, and writes refusals. */
import type { ChatPlace, ChatReference, LinkedChat } from '../ports/chat.ts';
import type { CallOutcome, ChatCalls } from '../ports/chat-calls.ts';
import type { ChatStore } from '../ports/chat-store.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Message } from './message.ts';
import { CHAT_TEXT } from './text.ts';

/** Sends messages to a place of one platform. Never rejects. */
export interface ChatOutlet {
	send(place: ChatPlace, message: Message, reference: ChatReference): Promise<void>;
	/** Shows that a button was pressed, and removes the buttons. */
	pressed(place: ChatPlace, text: string, reference: ChatReference): Promise<void>;
	/** Replaces the message with the pressed button; sends a new one if that is not possible. */
	replace(place: ChatPlace, message: Message, reference: ChatReference): Promise<void>;
}

/** Dependencies of a conversation. */
export type ConversationParts = {
	readonly store: Pick<ChatStore, 'touch' | 'remove' | 'putConfirmation' | 'take' | 'finish'>;
	readonly calls: ChatCalls;
	readonly clock: Clock;
	readonly random: Pick<Random, 'hex'>;
};

/** An entry to answer, with its place. */
export type Asked = ConversationParts & {
	readonly link: LinkedChat;
	readonly outlet: ChatOutlet;
	readonly reference: ChatReference;
};

/** Random bytes of a button. */
export const NONCE_BYTES = 16;

/** Writes the refusal of a call. */
export function refusal({ message }: Extract<CallOutcome, { code: string }>): Message {
	return { title: CHAT_TEXT.notDone, lines: [message] };
}
