/** One frame of the stream: what a channel tells. */
export type Send = (channel: string, data: unknown) => void;
