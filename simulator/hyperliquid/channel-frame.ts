/** Sends one stream frame, a message on a channel. */
export type Send = (channel: string, data: unknown) => void;
