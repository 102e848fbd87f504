/**
 * A post that delivers an alert to a receiver. Each post is one request and one response, with time and size limits.
 * Redirects are not followed.
 */

import type { Words } from '../sentences/sentence.ts';

/** One post. */
export type AlertPost = {
	readonly url: string;
	/** HTTP method; default POST. `GET` and `HEAD` send no body. */
	readonly method?: 'POST' | 'GET' | 'HEAD';
	/** Request body, JSON text. */
	readonly body: string;
	/** Inputs for signing the post by the rules of Standard Webhooks; absent if the post is not signed. */
	readonly signed?: {
		readonly secret: string;
		readonly id: string;
		/** Time of the attempt, Unix seconds. */
		readonly timestamp: number;
	};
	/** True if the operator configured the address, which may then be internal. */
	readonly isOperators: boolean;
};

/** Outcome of one post: the receiver's response with any status, or the reason why there is no response. */
export type AlertAnswer =
	| {
			readonly kind: 'answered';
			readonly status: number;
			/** The Retry-After header as received. */
			readonly retryAfter: string | undefined;
			/** The beginning of the response body. */
			readonly body: string;
	  }
	/**
	 * The receiver did not respond, or the address is forbidden. `reason` contains neither the path nor the query of
	 * the URL.
	 */
	| { readonly kind: 'unanswered'; readonly reason: string };

/** Posts alerts to the targets' URLs, and refuses a forbidden URL before sending anything. */
export interface AlertSender {
	/**
	 * Returns why the URL is never allowed, as the end of a sentence, such as `must be an https URL`; undefined if a
	 * post may be tried.
	 */
	refusal(url: string): Words | undefined;
	/** Sends one post and resolves to its outcome. Never rejects. */
	post(request: AlertPost): Promise<AlertAnswer>;
	/** Aborts requests in progress. */
	close(): void;
}
