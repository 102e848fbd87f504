/** Receives recorded lines. Losing some is not a failure of the service, so nothing here throws or is awaited. */
export interface RecordingSink {
	/** Takes whole lines observed at `at` (ms); its UTC hour names the file. Written within seconds. */
	write(at: number, lines: string): void;
	/** Writes buffered lines and ends the file. */
	close(): Promise<void>;
}
