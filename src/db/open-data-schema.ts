export type OpenDataTables = {
  open_data_file: { day: string; name: string; records: number; bytes: number; sha256: string };
  open_data_part: { day: string; name: string; part: number; content: Buffer };
};
