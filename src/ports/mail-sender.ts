/** Sends alert mails by the operator's SMTP server. */

/** One plain-text mail. */
export type Mail = {
	readonly recipient: string;
	readonly subject: string;
	readonly text: string;
	/** Local part of the Message-ID. A repeated mail has the same one, so that mail programs can drop it. */
	readonly messageId: string;
};

/**
 * Outcome of one mail. `accepted`: the server took it; `refused`: the server will never take it for this recipient;
 * `failed`: try again later. `answer` is a sentence without secrets; `code` is the server's reply code, null without
 * a reply.
 */
export type MailAnswer = {
	readonly kind: 'accepted' | 'refused' | 'failed';
	readonly code: number | null;
	readonly answer: string;
};

/** Sends mails from the operator's address. */
export interface MailSender {
	/** Address of the sender, as recipients see it. */
	readonly from: string;
	/** Sends one mail and resolves to its outcome. Never rejects. */
	send(mail: Mail): Promise<MailAnswer>;
	close(): void;
}
