/** One frame of the stream: a message of a channel. */
export type Send = (channel: string, data: unknown) => void;
