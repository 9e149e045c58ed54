/* An entry of the table: the path `PAGE_FILE`, and the bytes of that file. */
{PAGE_FILE,
 (const uint8_t[]){
#embed PAGE_FILE
 },
 sizeof(const uint8_t[]){
#embed PAGE_FILE
 }},
#undef PAGE_FILE
