/** Defines the feed of a public topic. */

/** Sends one frame to a subscriber. */
export type Send = (text: string) => void;

/** A public topic. A new subscriber gets the topic's first message and then every update until it unsubscribes. */
export type Feed = {
	/** Subscribes, and returns the function that unsubscribes. */
	join(send: Send): () => void;
};
